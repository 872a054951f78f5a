/** Tools for an assistant over stdio, derived from the operations. */
export { serveMcp } from "./serve-mcp.ts";
