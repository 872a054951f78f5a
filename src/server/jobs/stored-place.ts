/** A folder of the workspace as the lists name it. */
import { dirname, relative, resolve, sep } from "node:path";
import type { SessionCard } from "../../contract/index.ts";
import { HOLDERS, sessionId, SESSIONS } from "../playtest/index.ts";

export type Place = {
  session?: string | undefined;
  /** The experiment that it is, or that the session belongs to. */
  of?: SessionCard["of"];
};

export function placeOf(workspace: string, dir: string): Place {
  const [folder, name, inside, session] = relative(resolve(workspace), resolve(dir)).split(sep);
  if (folder === SESSIONS && name !== undefined) return { session: sessionId(name) };
  const kind = HOLDERS.find(([holder]) => holder === folder)?.[1];
  if (kind === undefined || name === undefined) return {};
  const of = { kind, id: name };
  return inside === SESSIONS && session !== undefined ? { session: sessionId(session, of), of } : { of };
}

/** Where a replay of this file starts. */
export function startOf(
  workspace: string,
  checkpoint: unknown,
): { session: string; turn: number } | undefined {
  if (typeof checkpoint !== "string") return undefined;
  const [, turn] = /turn-(\d+)\.json$/.exec(checkpoint) ?? [];
  const { session } = placeOf(workspace, dirname(checkpoint));
  return turn === undefined || session === undefined ? undefined : { session, turn: Number(turn) };
}
