export { sessionNotes, type Asked } from "./session-notes.ts";
