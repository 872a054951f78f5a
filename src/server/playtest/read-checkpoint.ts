import { existsSync } from "node:fs";
import type { Checkpoint } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { linkIn } from "../../kernel/store/index.ts";
import { loadCheckpoint, turnPath, wholeCheckpoint } from "../../playtest/index.ts";
import { Refusal } from "../refusal.ts";
import type { IndexedSession } from "./session-index.ts";

/** Everything that is known after a turn, in one document: what `rehearse checkpoint --json` prints. */
export function readCheckpoint({ id, dir, card }: IndexedSession, turn: number): Checkpoint {
  const link = linkIn(dir);
  if (link !== undefined)
    throw unreadable(id, turn, `${link} is a link, and links in a session's folder are not followed`);
  if (!existsSync(turnPath(dir, turn)))
    throw new Refusal({
      status: 404,
      code: "unknown-checkpoint",
      message: `The session ${id} has no turn ${turn}.`,
      remedy: `It has turns up to ${card.turns}; 0 is its start.`,
    });
  try {
    return wholeCheckpoint(loadCheckpoint(turnPath(dir, turn)).state);
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    throw unreadable(id, turn, error.message.replaceAll(`${dir}/`, "").replace(/\.$/, ""));
  }
}

const unreadable = (id: string, turn: number, why: string) =>
  new Refusal({
    status: 400,
    code: "unreadable-session",
    message: `Turn ${turn} of the session ${id} cannot be read: ${why}.`,
    remedy: `GET /api/sessions/${id} shows what can be read, and which files are damaged.`,
  });
