/** Shared by the experiment commands: flags, starting a run, and playing a new or resumed one. */
import { createReadStream, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { USUAL_CONCURRENCY } from "../../../api/matrix.ts";
import type { StoredExperiment } from "../../../api/stored-experiment.ts";
import type { Config } from "../../../config.ts";
import { shellWord } from "../../../config/started-by.ts";
import type { RecordedCommand } from "../../../api/recorded.ts";
import type { AbPlan, BisectPlan, BisectResult, MatrixPlan } from "../../../contract/index.ts";
import type { ExitCode, HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, spentText } from "../../../kernel/journal/index.ts";
import { type CiReport, counted, shorten } from "../../../kernel/report/index.ts";
import type { Harness, HarnessOptions } from "../../../kernel/run/index.ts";
import {
  abCi,
  abLines,
  type AbRun,
  bisectColumns,
  bisectLines,
  bisectRows,
  capText,
  comparisonTable,
  EMBEDDED,
  howNear,
  lastResult,
  matrixCi,
  matrixGates,
  type MatrixNews,
  type MatrixOutcome,
  ownSessions,
  REPORT_FILE,
  RESULT_FILE,
  runAb,
  runBisect,
  runMatrix,
  type RunOptions,
  sessionFoldersIn,
  spentOnMatrix,
  winnerLine,
} from "../../../playtest/index.ts";
import { type Ci, type Io, table, terminalText } from "../../frame/index.ts";
import { readGates } from "../flags/gate-flags.ts";
import {
  type RecordingOptions,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";
import { matrixProgress, matrixText } from "./matrix-output.ts";
import { abNewsText, bisectNewsText, replayProgress } from "./replay-progress.ts";

export const concurrencyFlag = (help: string) =>
  ({ type: "integer", value: "N", min: 1, max: 500, default: USUAL_CONCURRENCY, help }) as const;

export const outFlag = (what: string, folder: string) =>
  ({
    type: "string",
    value: "DIR",
    default: folder,
    help: `The folder in which the ${what} folder is created.`,
  }) as const;

type Kind = "matrix" | "ab" | "bisect";

type AnyConfig = Config & Pick<HarnessOptions, "shards">;

export async function withHarness(
  command: Kind,
  { config, flags, io, signal }: { config: AnyConfig; flags: RecordingOptions; io: Io; signal: AbortSignal },
  run: (harness: Harness) => Promise<ExitCode | 0 | void>,
): Promise<ExitCode | 0 | void> {
  const harness = playtestHarness(withRecordings(config, flags, { command }), io, signal);
  try {
    return await run(harness);
  } finally {
    await harness.close();
  }
}

export async function recordAndPlay(
  { harness, io, flags }: { harness: Harness; io: Io; flags: RecordingOptions },
  {
    writePlan,
    play,
    ...manifest
  }: RecordedCommand & { writePlan: () => Promise<void>; play: () => Promise<ExitCode | 0> },
): Promise<ExitCode | 0> {
  await startRecording(harness, flags, manifest);
  await writePlan();
  const exit = await play();
  sayRecording(io, harness, flags);
  return exit;
}

type PlayOptions<Plan> = {
  harness: Harness;
  io: Io;
  dir: string;
  plan: Plan;
  concurrency: number;
  budget?: number;
  signal?: AbortSignal;
  /** Gets the report for CI. */
  ci?: Ci;
};

/** Plays the rest of a stored experiment. */
export function playStored(
  stored: StoredExperiment,
  options: Omit<PlayOptions<unknown>, "plan">,
): Promise<ExitCode | 0> {
  switch (stored.kind) {
    case "matrix":
      return playMatrix({ ...options, plan: stored.plan });
    case "ab":
      return playAb({ ...options, plan: stored.plan });
    case "bisect":
      return playBisect({ ...options, plan: stored.plan });
  }
}

type View<Plan, News, Found> = {
  run(harness: Harness, options: RunOptions<Plan, News>): Promise<Found>;
  progress: { show(news: News): void; done(): void };
  print(found: Found): void | Promise<void>;
  /** USD, at most. */
  spent(found: Found): number;
  report(found: Found, finished: boolean): CiReport | undefined;
  /** The exit code if it ran to its end. */
  exit(found: Found): ExitCode | 0;
};

async function play<Plan extends { budget?: number }, News, Found extends { endedBy?: HarnessError }>(
  { harness, io, dir, plan, concurrency, budget, signal, ci = {} }: PlayOptions<Plan>,
  { run, progress, print, spent, report, exit }: View<Plan, News, Found>,
): Promise<ExitCode | 0> {
  const found = await run(harness, {
    dir,
    plan,
    concurrency,
    budget,
    signal,
    onNews: (news) => progress.show(news),
  }).finally(() => progress.done());
  await print(found);
  const { endedBy } = found;
  const forCi = report(found, endedBy === undefined);
  if (forCi) ci.report = endedBy ? { ...forCi, verdict: [endedBy.message, ...(forCi.verdict ?? [])] } : forCi;
  if (!endedBy) return exit(found);
  const hint = resumeHint(io, dir, {
    harness,
    ...(endedBy.exit === 4 && { budget: largerBudget(budget ?? plan.budget, spent(found)) }),
  });
  io.warn(terminalText([endedBy.message, ...(endedBy.exit === 2 ? [endedBy.remedy] : []), hint].join("\n")));
  return endedBy.exit;
}

type MatrixView = View<MatrixPlan, MatrixNews, { outcome: MatrixOutcome; endedBy?: HarnessError }>;

/** `run` plays the matrix, or collects what its shards have played. */
export const playMatrix = (
  options: PlayOptions<MatrixPlan>,
  run: MatrixView["run"] = runMatrix,
): Promise<ExitCode | 0> => {
  const { harness, io, dir, plan, ci } = options;
  // All shards together have one verdict and one comment.
  if (ci && plan.shard) ci.silent = true;
  return play(options, {
    run,
    progress: matrixProgress(io, harness.clock),
    print: ({ outcome }) =>
      io.asJson
        ? io.jsonPieces(createReadStream(join(dir, RESULT_FILE), "utf8"))
        : io.out(plan.shard ? shardText(plan, outcome) : matrixText(outcome)),
    spent: ({ outcome }) => outcome.totalAtMost,
    report: ({ outcome }, finished) =>
      matrixCi(outcome, {
        name: plan.label ?? plan.config.stories.join(" "),
        gates: plan.gates ? readGates(plan.gates) : [],
        plan,
        finished,
      }),
    exit({ outcome }) {
      const exit = gateExit(io, outcome, { plan, hint: resumeHint(io, dir, { harness }) });
      const merge = io.command(`matrix merge ${shellWord(dirname(dir))}`);
      if (plan.shard)
        io.say(terminalText(`Verdict and gates are decided when all shards are merged: ${merge}`));
      return exit;
    },
  });
};

function shardText(plan: MatrixPlan, outcome: MatrixOutcome): string {
  const { index, of } = plan.shard!;
  const finished = outcome.provisional?.done ?? outcome.rows.length;
  const planned = counted(ownSessions(plan).length, "session");
  return `Shard ${index}/${of}: ${finished} of ${planned} finished. Cost: ${spentText(spentOnMatrix(outcome))}.`;
}

/** A failed gate takes precedence over sessions that could not be played, which can be retried. */
function gateExit(
  io: Io,
  outcome: MatrixOutcome,
  { plan, hint }: { plan: MatrixPlan; hint: string },
): ExitCode | 0 {
  const { rows } = outcome;
  const judged = matrixGates(outcome, { gates: plan.gates ? readGates(plan.gates) : [], plan });
  for (const { is, says } of judged) (is === "passed" ? io.say : io.warn)(terminalText(says));
  const crashed = rows.filter(({ outcome, kept }) => outcome === "crashed" || kept !== undefined);
  if (crashed.length > 0)
    io.warn(
      terminalText(
        `${counted(crashed.length, "session")} crashed (tried twice). First error: ${crashed[0]!.why}\n${hint}`,
      ),
    );
  return judged.some(({ is }) => is === "failed") ? 1 : crashed.length > 0 ? 3 : 0;
}

export const playAb = (options: PlayOptions<AbPlan>): Promise<ExitCode | 0> => {
  const { harness, io, dir, plan } = options;
  if (plan.untilDecided) io.say(capText(plan));
  return play(options, {
    run: runAb,
    progress: replayProgress(io, { clock: harness.clock, label: "ab", text: abNewsText }),
    print: (run) =>
      io.asJson
        ? io.json(JSON.parse(readFileSync(join(dir, "ab.json"), "utf8")))
        : printAb(io, dir, plan, run),
    spent: (run) => atMostOf(run.spent),
    report: (run) =>
      abCi(plan, run, {
        dir,
        results: sessionFoldersIn(join(dir, "sessions")).flatMap((session) => lastResult(session) ?? []),
      }),
    exit({ decision }) {
      // All pairs were played without a decision.
      if (howNear(plan, decision)?.canGoOn) io.say(resumeHint(io, dir, { harness, times: 2 * plan.times }));
      return 0;
    },
  });
};

function printAb(io: Io, dir: string, plan: AbPlan, run: AbRun): void {
  // The cap was printed before the first pair.
  const facts = abLines(plan, run).filter((line) => line !== capText(plan));
  printAnswer(io, { embedded: plan.embedded, answer: winnerLine(plan, run), facts });
  if (run.comparison && run.decision.pairsUsed > 1) {
    const { head, rows, notes } = comparisonTable(run.comparison, plan);
    const numbers = head.map((_, at) => at).slice(1);
    io.out(terminalText(["", table(head, rows, { right: numbers }), "", ...notes].join("\n")));
  }
  io.out(`\nReport: ${join(dir, REPORT_FILE)}`);
}

export const playBisect = (options: PlayOptions<BisectPlan>): Promise<ExitCode | 0> => {
  const { harness, io, dir, plan } = options;
  return play(options, {
    run: runBisect,
    progress: replayProgress(io, { clock: harness.clock, label: "bisect", text: bisectNewsText }),
    print: ({ result }) => (io.asJson ? io.json(result) : printBisect(io, result)),
    spent: (run) => atMostOf(run.spent),
    report: () => undefined,
    exit({ finding }) {
      if (!finding.decided) io.say(resumeHint(io, dir, { harness, times: 2 * plan.times }));
      return 0;
    },
  });
};

/** Characters: enough to recognise the turn. The report has the whole text. */
const SHOWN = 400;

function printBisect(io: Io, result: BisectResult): void {
  const { says, said, byTurn, house, dir } = result;
  printAnswer(io, { embedded: house, answer: says, facts: bisectLines(result) });
  if (byTurn.length > 0) io.out(`\n${table(bisectColumns, bisectRows(result), { right: [1, 2, 4, 5] })}`);
  if (said)
    io.out(
      terminalText(
        [
          ``,
          `Turn ${said.turn}, narrator: ${shorten(said.narrator, SHOWN)}`,
          ...(said.relay === null ? [] : [`Turn ${said.turn}, for the group: ${shorten(said.relay, SHOWN)}`]),
        ].join("\n"),
      ),
    );
  io.out(`\nReport: ${join(dir, REPORT_FILE)}`);
}

function printAnswer(
  io: Io,
  { embedded, answer, facts }: { embedded: boolean; answer: string; facts: readonly string[] },
): void {
  if (embedded) io.out(EMBEDDED);
  io.out([io.style("bold", terminalText(answer)), ...facts.map(terminalText)].join("\n"));
}
