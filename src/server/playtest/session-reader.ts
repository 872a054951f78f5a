/** Opens single sessions for their pages: turns and checkpoints. */
import { join } from "node:path";
import type { Checkpoint, JudgeVerdict } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { exists } from "../../kernel/store/index.ts";
import {
  CALIBRATIONS,
  loadCheckpoint,
  newestOf,
  readCalibrations,
  turnPath,
  verdictsOn,
  wholeCheckpoint,
  type Calibrations,
} from "../../playtest/index.ts";
import { Refusal } from "../problem.ts";
import { readSession, type ReadSession, type ReadTools } from "./read-session.ts";
import type { IndexedSession } from "./session-index.ts";

export type OpenSession = ReadSession & {
  /** The newest verdict with scores on the present turns. */ readonly verdict?: JudgeVerdict | undefined;
};

export type SessionReader = {
  /** Throws if nothing can be read. */ open(session: IndexedSession): OpenSession;
  /** What is known of judges; undefined if a file of it cannot be read. */ calibrations():
    | Calibrations
    | undefined;
};

export function createSessionReader({
  workspace,
  ...tools
}: ReadTools & { workspace: string }): SessionReader {
  return {
    open: ({ id, dir }) => read(id, dir, tools),
    calibrations() {
      try {
        return readCalibrations(join(workspace, CALIBRATIONS));
      } catch (error) {
        if (!(error instanceof HarnessError)) throw error;
        return undefined;
      }
    },
  };
}

function read(id: string, dir: string, tools: ReadTools): OpenSession {
  try {
    const session = readSession(dir, tools);
    return { ...session, verdict: newestOf(verdictsOn(session.state, dir)) };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    throw unreadable(`The session ${id} cannot be read`, dir, error);
  }
}

const unreadable = (what: string, dir: string, { message, remedy }: HarnessError) =>
  new Refusal({
    status: 400,
    code: "damaged-file",
    message: `${what}: ${message.replaceAll(`${dir}/`, "")}`,
    remedy: remedy.replaceAll(`${dir}/`, ""),
  });

/** Everything known after a turn, in one document: what `rehearse export DIR --checkpoint N` writes. */
export function readCheckpoint({ id, dir, card }: IndexedSession, turn: number): Checkpoint {
  if (!exists(turnPath(dir, turn)))
    throw new Refusal({
      status: 404,
      code: "not-found",
      message: `The session ${id} has no turn ${turn}.`,
      remedy: `Use a turn from 0 (the start) to ${card.turns}.`,
    });
  try {
    return wholeCheckpoint(loadCheckpoint(turnPath(dir, turn)).state);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    throw unreadable(`Turn ${turn} of the session ${id} cannot be read`, dir, error);
  }
}
