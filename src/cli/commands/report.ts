/** Writes a session's report again, or an excerpt of it for a chat. */
import { join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { writeFileSafely } from "../../kernel/store/index.ts";
import { excerpt, loadLatest, readResult, sessionReport } from "../../playtest/index.ts";
import { defineCommand } from "../frame/index.ts";

export default defineCommand({
  name: "report",
  summary: "Write a session's report again, or an excerpt of it",
  args: { positionals: [{ name: "dir", help: "The session's folder.", required: true }] },
  flags: {
    turns: { type: "string", value: "18-25", help: "Only these turns, printed." },
    forLlm: { type: "boolean", help: "With the context that somebody needs who knows nothing of the session: made to be pasted into a chat." },
  },
  examples: [
    { command: "rehearse report sessions/abc123", does: "Write report.md again." },
    { command: "rehearse report sessions/abc123 --turns 18-25 --for-llm", does: "Print an excerpt to paste." },
  ],
  async run({ flags, positionals: [dir], io }) {
    const { state } = loadLatest(dir);
    if (flags.turns !== undefined || flags.forLlm) return io.out(excerpt(state, turnsOf(flags.turns, state.turn)));
    const totals = foldJournal(join(dir, JOURNAL_FILE)).fold.totals();
    const path = join(dir, "report.md");
    await writeFileSafely(path, sessionReport({ state, result: readResult(dir, { state, totals }) }));
    io.out(`Written to ${path}`);
  },
});

function turnsOf(text: string | undefined, last: number): { from: number; to: number } {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text ?? `1-${last}`);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match && from >= 1 && from <= to && from <= last) return { from, to: Math.min(to, last) };
  throw new HarnessError({ code: "bad-turns", message: `--turns ${text} names no turns of this session, which has ${last}.`, remedy: "Write --turns 18-25, or a single turn." });
}
