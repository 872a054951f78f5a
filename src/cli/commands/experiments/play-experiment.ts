/** Shared by the experiment commands: flags, starting a run, and playing a new or resumed one. */
import { createReadStream } from "node:fs";
import { dirname, join } from "node:path";
import { USUAL_CONCURRENCY } from "../../../api/matrix.ts";
import type { Config } from "../../../config.ts";
import { shellWord } from "../../../config/started-by.ts";
import type { RecordedCommand } from "../../../api/recorded.ts";
import type { MatrixPlan } from "../../../contract/index.ts";
import type { ExitCode, HarnessError } from "../../../kernel/errors/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { type CiReport, counted } from "../../../kernel/report/index.ts";
import type { Harness, HarnessOptions } from "../../../kernel/run/index.ts";
import {
  matrixCi,
  type MatrixNews,
  type MatrixOutcome,
  ownSessions,
  RESULT_FILE,
  runMatrix,
  type RunOptions,
  spentOnMatrix,
} from "../../../playtest/index.ts";
import { type Ci, type Io, terminalText } from "../../frame/index.ts";
import {
  type RecordingOptions,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";
import { matrixProgress, matrixText } from "./matrix-output.ts";

export const concurrencyFlag = (help: string) =>
  ({ type: "integer", value: "N", min: 1, max: 500, default: USUAL_CONCURRENCY, help }) as const;

export const outFlag = (what: string, folder: string) =>
  ({
    type: "string",
    value: "DIR",
    default: folder,
    help: `The folder in which the ${what} folder is created.`,
  }) as const;

type AnyConfig = Config & Pick<HarnessOptions, "shards">;

export async function withHarness(
  command: "matrix",
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
        : io.out(plan.shard ? shardText(plan, outcome) : matrixText(outcome, io)),
    spent: ({ outcome }) => outcome.totalAtMost,
    report: ({ outcome }) => matrixCi(outcome, { name: plan.label ?? plan.config.stories.join(" ") }),
    exit({ outcome }) {
      const exit = gateExit(io, outcome, resumeHint(io, dir, { harness }));
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

/** A failed gate takes precedence over what could not be played or judged, which can be retried. */
function gateExit(io: Io, { rows, gates }: MatrixOutcome, hint: string): ExitCode | 0 {
  for (const { is, says } of gates) (is === "passed" ? io.say : io.warn)(terminalText(says));
  const crashed = rows.filter(({ outcome, kept }) => outcome === "crashed" || kept !== undefined);
  if (crashed.length > 0)
    io.warn(
      terminalText(
        `${counted(crashed.length, "session")} crashed (tried twice). First error: ${crashed[0]!.why}\n${hint}`,
      ),
    );
  if (gates.some(({ is }) => is === "failed")) return 1;
  return crashed.length > 0 || gates.some(({ is }) => is === "error") ? 3 : 0;
}
