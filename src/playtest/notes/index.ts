export { isSameModel, sessionNotes, type Asked } from "./session-notes.ts";
