/** Sends a client that follows an answer only what has changed in it. */
export { jsonChanges } from "./json-changes.ts";
export { sendChanges } from "./send-changes.ts";
