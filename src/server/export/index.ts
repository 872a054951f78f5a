/** One file of a session, a matrix or a check, for somebody who has no server: the viewer, and what it would have been answered. */
export { exportPage } from "./export-page.ts";
