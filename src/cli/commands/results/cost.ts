/** Adds up the journal of a run. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Tally, Totals } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import {
  createFold,
  foldJournal,
  lostText,
  possiblyText,
  recordedText,
} from "../../../kernel/journal/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { JOURNAL_FILE } from "../../../kernel/run/index.ts";
import { fileNotFound } from "../../../kernel/store/index.ts";
import { isAb, isBisect, isMatrix, judgingJournals, findLostCalls } from "../../../playtest/index.ts";
import { defineCommand, table, terminalText, type Io } from "../../frame/index.ts";

export default defineCommand({
  name: "cost",
  summary: "Add up what a run cost",
  description:
    "Adds up all attempts in the folder's calls.jsonl, failed ones included. An attempt that started and never ended is possibly billed; " +
    "it is shown with the most it can have cost. Works while the run is active. The cost of judging is included, under the role judge. For a matrix, an A/B test or a bisect, all sessions are added up.",
  args: {
    positionals: [
      {
        name: "dir",
        help: "A run folder or its calls.jsonl, or the folder of a matrix, A/B test or bisect.",
        required: true,
      },
    ],
  },
  flags: {
    by: { type: "choice", choices: ["role", "model", "turn"], default: "role", help: "How to group." },
    json: { type: "boolean", help: "Print one JSON document with every grouping." },
  },
  examples: [
    { command: "rehearse cost calls/ask-2026-11-15-081500", does: "By role." },
    { command: "rehearse cost calls/ask-2026-11-15-081500 --by model", does: "By the models that answered." },
    { command: "rehearse cost matrices/mini-2026-11-15-090000", does: "All sessions of a matrix." },
  ],
  async run({ flags, positionals: [dir], io }) {
    const totals = isMatrix(dir) || isAb(dir) || isBisect(dir) ? ofSessions(dir, io) : ofRun(dir, io);
    if (flags.json) return io.json(totals);
    io.out(costTable(totals, flags.by));
    for (const note of costNotes(totals)) io.out(note);
  },
});

function ofRun(dir: string, io: Io): Totals {
  const path = journalIn(dir);
  const lost = path === dir ? undefined : findLostCalls(dir);
  if (lost) io.warn(terminalText(lostText(lost)));
  const fold = foldJournal(path);
  for (const judging of path === dir ? [] : judgingJournals(dir)) foldJournal(judging, { onto: fold });
  return fold.totals();
}

/** The cost of all sessions. An unreadable journal is left out with a warning. */
function ofSessions(dir: string, io: Io): Totals {
  const fold = createFold();
  const folder = join(dir, "sessions");
  const sessions = isThere(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => join(folder, name))
    : [];
  for (const session of sessions) {
    const lost = findLostCalls(session);
    if (lost) io.warn(terminalText(lostText(lost)));
  }
  for (const path of sessions
    .flatMap((session) => [join(session, JOURNAL_FILE), ...judgingJournals(session)])
    .filter(isThere)) {
    try {
      foldJournal(path, { onto: fold });
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      io.warn(terminalText(`${error.message} The totals do not include it.`));
    }
  }
  return fold.totals();
}

const isThere = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

function costTable(totals: Totals, by: "role" | "model" | "turn"): string {
  const groups = { role: totals.byRole, model: totals.byModel, turn: totals.byTurn }[by];
  const rows = [...Object.entries(groups), ["total", totals.all] as const].map(([name, tally]) =>
    row(name, tally),
  );
  return table([by, "attempts", "failed", "input", "cached", "output", "thinking", "USD"], rows, {
    right: [1, 2, 3, 4, 5, 6, 7],
  });
}

export function costNotes({ all, calls }: Totals): string[] {
  const possibly = possiblyText(all.possiblyBilled, 6);
  return [
    calls.reused > 0
      ? `${calls.reused} of ${counted(calls.completed, "answer")} ${calls.reused === 1 ? "was" : "were"} reused from earlier runs.`
      : "",
    all.saved > 0 ? `Prompt caching saved $${all.saved.toFixed(6)}.` : "",
    all.estimated > 0 ? `${count(all.estimated)} had no token count from the provider: it is estimated.` : "",
    all.unpriced > 0 ? `${count(all.unpriced)} had no known price: the sum is a lower bound.` : "",
    all.recorded === undefined
      ? ""
      : `${counted(all.recorded.attempts, "attempt was", "attempts were")} ${recordedText(all.recorded, 6)}.`,
    possibly === undefined ? "" : `${possibly[0]!.toUpperCase()}${possibly.slice(1)}.`,
  ].filter((note) => note !== "");
}

const count = (attempts: number) => counted(attempts, "attempt");

function row(name: string, { attempts, failed, tokens, cost, unpriced, possiblyBilled }: Tally): string[] {
  // At a known price of 0, an attempt that may have been billed cost 0.
  const open = unpriced + possiblyBilled.unpriced > 0 || possiblyBilled.atMost > 0;
  const money = cost === 0 && open ? "unknown" : `${unpriced > 0 ? "≥ " : ""}${cost.toFixed(6)}`;
  return [
    name,
    String(attempts),
    String(failed),
    String(tokens.input),
    String(tokens.cacheRead),
    String(tokens.output),
    String(tokens.reasoning),
    money,
  ];
}

function journalIn(dir: string): string {
  const found = statSync(dir, { throwIfNoEntry: false });
  const path = found?.isDirectory() ? join(dir, JOURNAL_FILE) : dir;
  if (statSync(path, { throwIfNoEntry: false })) return path;
  const lost = found?.isDirectory() ? findLostCalls(dir) : undefined;
  if (lost)
    throw new HarnessError({
      code: "no-journal",
      message: lostText(lost),
      remedy: "Restore the file from a backup. Without it there is nothing to add up.",
    });
  throw fileNotFound(path, {
    code: "no-journal",
    remedy: "Name the folder of a run: it holds a calls.jsonl.",
  });
}
