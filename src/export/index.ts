/** The operation that needs the server: exported pages hold its answers. The server itself may call the others. */
import { declared } from "../operations/declared.ts";

/**
 * Writes one HTML file. Of a session, experiment or check; or one checkpoint, whole, as one JSON file.
 *
 * @returns `file`
 *
 * @example
 * import { exportFile, play } from "rehearse-llm";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 5 });
 * const { kind, file } = await exportFile({ dir, checkpoint: 3 });
 * console.log(kind, file);
 */
export const exportFile = declared(
  "Workspace",
  "export",
  "One HTML file of a session, experiment or check; or one checkpoint",
  () => import("./export.ts"),
);
