export { sessionNotes, whyUnconfirmed, type Asked } from "./session-notes.ts";
