/** The operation that needs the server: exported pages hold its answers. The server itself may call the others. */
import { declared } from "../operations/declared.ts";

/** Writes a session, an experiment or a check as one HTML file, or one checkpoint as one JSON file. */
export const exportFile = declared(
  "Workspace",
  "export",
  "One HTML file of a session, experiment or check; or one checkpoint",
  () => import("./export.ts"),
);
