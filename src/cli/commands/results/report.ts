/** Rewrites a report, prints an excerpt for a chat, or adds up the costs. */
import { join } from "node:path";
import { shellWord } from "../../../config/started-by.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted, turnsInWords } from "../../../kernel/report/index.ts";
import { writeFileSafely } from "../../../kernel/store/index.ts";
import {
  excerpt,
  isAb,
  isBisect,
  isMatrix,
  keptNotes,
  matrixOutcome,
  readPlan,
  readSession,
  REPORT_FILE,
  reportPart,
  sessionCosts,
  storedReport,
  storedRows,
  writeMatrix,
} from "../../../playtest/index.ts";
import { defineCommand, terminalText, type Io } from "../../frame/index.ts";
import { reportCosts } from "./report-costs.ts";

export default defineCommand({
  name: "report",
  summary: "Rewrite a report, print an excerpt, or add up the costs",
  description:
    "`--costs` adds up every attempt of a run, by role, player, model and turn, and for each agent in each turn. " +
    "It works on every folder with a calls.jsonl, even while the run is active, and includes judging. " +
    "For a matrix, an A/B test or a bisect it adds up all sessions, with players by archetype.",
  args: {
    positionals: [
      {
        name: "dir",
        help: "The folder of a session or of a matrix. For --costs also that of another run or experiment.",
        required: true,
      },
    ],
  },
  flags: {
    turns: { type: "string", value: "18-25", help: "Print only these turns." },
    forLlm: {
      type: "boolean",
      help: "Print an excerpt with all the context a reader needs, to paste into a chat.",
    },
    costs: { type: "boolean", help: "Print what it cost, by role, player, model and turn." },
    json: { type: "boolean", help: "With --costs: print one JSON document." },
  },
  examples: [
    { command: "rehearse report sessions/abc123", does: "Rewrite report.md." },
    {
      command: "rehearse report matrices/mini-2026-11-15-090000",
      does: "Of a matrix: report.md and matrix.json.",
    },
    { command: "rehearse report sessions/abc123 --turns 18-25", does: "Read a part of it." },
    {
      command: "rehearse report sessions/abc123 --turns 18-25 --for-llm",
      does: "Print an excerpt to paste.",
    },
    {
      command: "rehearse report sessions/abc123 --costs",
      does: "Tokens and dollars of each agent and turn.",
    },
    { command: "rehearse report matrices/mini-2026-11-15-090000 --costs", does: "Of all its sessions." },
  ],
  async run({ flags, positionals: [dir], io }) {
    const isExcerpt = flags.turns !== undefined || flags.forLlm;
    if (flags.costs ? isExcerpt : flags.json)
      throw new HarnessError({
        code: "bad-combination",
        message: "--json requires --costs; --costs cannot be combined with --turns or --for-llm.",
        remedy: "`rehearse report --help` has examples.",
      });
    if (flags.costs) return reportCosts(dir, { json: flags.json, io });
    if (isMatrix(dir)) return reportMatrix(dir, io);
    if (isAb(dir) || isBisect(dir))
      throw new HarnessError({
        code: "wrong-folder",
        message: `${dir} is ${isAb(dir) ? "an A/B test" : "a bisect"}, not a session or a matrix.`,
        remedy: `\`${io.command(`resume ${shellWord(dir)}`)}\` rewrites its report.md; if it is not finished, this resumes it. Its sessions are in ${join(dir, "sessions")}.`,
      });
    const command = io.command("").trimEnd();
    const { state, result, unreadable } = readSession(dir, { command });
    if (isExcerpt) {
      const { range, beyond } = turnsOf(flags.turns, state.turn);
      if (beyond) io.warn(`The session has ${counted(state.turn, "turn")}: showing ${turnsInWords(range)}.`);
      io.out(
        terminalText(
          flags.forLlm
            ? excerpt(state, range, result)
            : reportPart({ state, costs: sessionCosts(dir), range, result, command }),
        ),
      );
    } else if (!unreadable) {
      const path = join(dir, "report.md");
      await writeFileSafely(path, storedReport(dir, { state, result, command }));
      io.out(`Written to ${path}`);
    }
    // --turns prints the turns before it; a report of all turns that was written earlier is kept.
    if (unreadable) throw unreadable;
  },
});

async function reportMatrix(dir: string, io: Io): Promise<void> {
  const plan = readPlan(dir);
  const outcome = matrixOutcome({ dir, plan, ...storedRows(dir, plan) });
  for (const note of keptNotes(outcome.rows)) io.warn(terminalText(note));
  await writeMatrix(outcome);
  io.out(`Written to ${join(dir, REPORT_FILE)}`);
}

function turnsOf(
  text: string | undefined,
  last: number,
): { range: { from: number; to: number }; beyond: boolean } {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text ?? `1-${last}`);
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match && from >= 1 && from <= to && from <= last)
    return { range: { from, to: Math.min(to, last) }, beyond: to > last };
  throw new HarnessError({
    code: "bad-value",
    message: `--turns ${text ?? `1-${last}`} does not match: the session has ${counted(last, "turn")}.`,
    remedy: "Write --turns 18-25, or a single turn.",
  });
}
