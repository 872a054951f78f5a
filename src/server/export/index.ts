/** One file of a session, a matrix or a check, for people without a server: the viewer with the server's answers. */
export { writePage, type ExportedPage, type ExportOptions, type OpenApp } from "./export-page.ts";
