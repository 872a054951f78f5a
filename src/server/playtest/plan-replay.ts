import type { ReplayRequest } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  branchState,
  loadCheckpoint,
  requireSession,
  contentNames,
  turnPath,
  turnsIn,
  type BranchWish,
} from "../../playtest/index.ts";
import { Refusal } from "../refusal.ts";
import { invalid } from "../refuse-invalid.ts";
import type { IndexedSession } from "./session-index.ts";

export type PlannedReplay = {
  checkpoint: string;
  turn: number;
  wish: BranchWish;
  times: number;
  /** For all branches together, in USD. */ cap: number | undefined;
};

const wrong = (field: string, message: string) => invalid([{ field, in: "body", message }]);

/** Whatever is wrong with a replay is known before a folder is made. */
export async function planReplay(
  harness: Harness,
  session: IndexedSession,
  { turn, prompt, promptText, narrator, turns, times, budget }: ReplayRequest,
): Promise<PlannedReplay> {
  // Its files may be links that lead anywhere.
  if (session.card.unreadable !== undefined)
    throw new Refusal({
      status: 400,
      code: "unreadable-session",
      message: `The session ${session.id} cannot be read: ${session.card.unreadable}`,
      remedy: "Choose another session.",
    });
  const own = turnsIn(session.dir);
  if (!own.includes(turn))
    throw wrong("turn", `this session has checkpoints of turns ${own[0]} to ${own.at(-1)}`);
  // Content by its listed name alone: elsewhere a name may be a path, and nobody reads files over HTTP.
  if (prompt !== undefined && !contentNames("prompt", harness.workspace).includes(prompt))
    throw wrong(
      "prompt",
      "GET /api/choices lists the prompts that there are; another is given as promptText",
    );
  if (narrator !== undefined && harness.catalog.resolve(narrator).provider === "outside")
    throw wrong("narrator", "a request can name no address and no module");
  const checkpoint = turnPath(session.dir, turn);
  const { state: parent } = loadCheckpoint(checkpoint);
  const caps = [budget, harness.settings.budget].filter((cap) => cap !== undefined);
  const cap = caps.length > 0 ? Math.min(...caps) : parent.config.budget;
  const wish: BranchWish = {
    prompt:
      promptText === undefined
        ? prompt
        : { name: `${prompt ?? parent.config.prompt} (edited)`, text: promptText },
    narrator,
    turns,
    budget: cap,
  };
  const planned = branchState({ harness, parent, wish, replicate: 0, sessionId: "planned" });
  await requireSession(harness, planned.config, cap);
  return { checkpoint, turn, wish, times, cap };
}
