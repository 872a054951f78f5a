export { isSameModel, sessionNotes, whyUnconfirmed, type Asked } from "./session-notes.ts";
