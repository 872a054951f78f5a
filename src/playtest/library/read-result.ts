import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sessionResult as shape, type SessionResult, type Totals } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import type { SessionState } from "../session/index.ts";

/** `session.json`, where there is one: a session that is being played, or was killed, has none. */
export function storedResult(dir: string): SessionResult | undefined {
  let text: string;
  try {
    text = readFileSync(join(dir, "session.json"), "utf8");
  } catch {
    return undefined;
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new HarnessError({ code: "bad-result", message: `${join(dir, "session.json")} is not as it was written.`, remedy: "`rehearse resume` writes it anew from the turns and the journal.", cause: error });
  }
}

/** The result brought up to date with the turns and the journal, which are the truth. */
export function readResult(dir: string, { state, totals }: { state: SessionState; totals: Totals }): SessionResult {
  const stored = storedResult(dir);
  if (!stored) throw new HarnessError({ code: "no-result", message: `${dir} has no session.json: it is being played, or was killed.`, remedy: `Go on with: rehearse resume ${dir}` });
  const { turn, pulses, tangents, privateMoments, issues } = state;
  return { ...stored, dir, turns: turn, pulses: { ...stored.pulses, detected: pulses.length }, tangents: [...tangents], privateMoments: [...privateMoments], issues: [...issues], totals };
}

/** What a session cost by its journal, and how it ended. */
export function readCosts(dir: string): { cost: number | null; outcome: string } {
  const { all } = foldJournal(join(dir, JOURNAL_FILE)).fold.totals();
  return { cost: all.unpriced > 0 ? null : all.cost, outcome: storedResult(dir)?.outcome ?? "unfinished" };
}
