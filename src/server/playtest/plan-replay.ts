/** Checks what a page asks to replay, and refuses it before a folder is made. */
import type { ReplayRequest } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  branchState,
  contentNames,
  loadCheckpoint,
  requireSession,
  turnPath,
  turnsIn,
  type BranchChanges,
} from "../../playtest/index.ts";
import { invalid, Refusal } from "../problem.ts";
import type { IndexedSession } from "./session-index.ts";

export type PlannedReplay = {
  checkpoint: string;
  turn: number;
  changes: BranchChanges;
  times: number;
  /** For all branches together, in USD. */ cap: number | undefined;
};

const wrong = (field: string, message: string) => invalid([{ field, in: "body", message }]);

export async function planReplay(
  harness: Harness,
  session: IndexedSession,
  { turn, prompt, promptText, narrator, turns, times, budget }: ReplayRequest,
): Promise<PlannedReplay> {
  // Its files may be links to anywhere.
  if (session.card.unreadable !== undefined)
    throw new Refusal({
      status: 400,
      code: "unreadable-session",
      message: `The session ${session.id} cannot be read: ${session.card.unreadable}`,
      remedy: "Choose another session.",
    });
  const own = turnsIn(session.dir);
  if (!own.includes(turn))
    throw wrong("turn", `this session has checkpoints for turns ${own[0]} to ${own.at(-1)}`);
  // Listed names only: elsewhere a name may be a path, and HTTP must not read files.
  if (prompt !== undefined && !contentNames("prompt", harness.workspace).includes(prompt))
    throw wrong("prompt", "unknown prompt; GET /api/choices lists all prompts, promptText takes any text");
  if (narrator !== undefined && harness.catalog.resolve(narrator).provider === "outside")
    throw wrong("narrator", "a request cannot name an address or a module");
  const checkpoint = turnPath(session.dir, turn);
  const { state: parent } = loadCheckpoint(checkpoint);
  const caps = [budget, harness.settings.budget].filter((cap) => cap !== undefined);
  const cap = caps.length > 0 ? Math.min(...caps) : parent.config.budget;
  const changes: BranchChanges = {
    prompt:
      promptText === undefined
        ? prompt
        : { name: `${prompt ?? parent.config.prompt} (edited)`, text: promptText },
    narrator,
    turns,
    budget: cap,
  };
  const planned = branchState({ harness, parent, changes, replicate: 0, sessionId: "planned" });
  await requireSession(harness, planned.config, cap);
  return { checkpoint, turn, changes, times, cap };
}
