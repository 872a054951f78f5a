/** Shared by the experiment commands: flags, starting a run, and playing a new or resumed one. */
import { join } from "node:path";
import { USUAL_CONCURRENCY } from "../../../operations/options.ts";
import type { Context, Declaration } from "../../../operations/declaration.ts";
import { matrixShown, runMatrixIn } from "../../../operations/play/matrix-run.ts";
import type { StoredExperiment } from "../../../api/stored-experiment.ts";
import type { Config } from "../../../config.ts";
import type { RecordedCommand } from "../../../api/recorded.ts";
import type { AbPlan, BisectPlan, BisectResult, MatrixPlan } from "../../../contract/index.ts";
import type { ExitCode, HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, spentText } from "../../../kernel/journal/index.ts";
import { type CiReport, shorten, verdictCi } from "../../../kernel/report/index.ts";
import type { Harness, HarnessOptions } from "../../../kernel/run/index.ts";
import { powerText, REPORT_FILE, runAb, runBisect, type RunOptions } from "../../../playtest/index.ts";
import { type Ci, type Io, terminalText, verdictText } from "../../frame/index.ts";
import {
  type RecordingOptions,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import { end } from "../../operation/operation-command.ts";
import { showEvents } from "../../operation/show-events.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";
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

async function playMatrix({ io, ci = {}, ...options }: PlayOptions<MatrixPlan>): Promise<ExitCode | 0> {
  const events = showEvents(io, "matrix");
  const { harness, signal = new AbortController().signal } = options;
  const context = { harness, signal, on: events.on } as Context;
  const ran = await runMatrixIn(context, options).finally(() => events.done());
  const matrix = { show: matrixShown } as unknown as Declaration;
  return end(matrix, ran, { checked: {}, context, io, ci, own: {} });
}

export const playAb = (options: PlayOptions<AbPlan>): Promise<ExitCode | 0> => {
  const { harness, io, dir, plan } = options;
  io.say(powerText(plan));
  return play(options, {
    run: runAb,
    progress: replayProgress(io, { clock: harness.clock, label: "ab", text: abNewsText }),
    print: ({ result }) =>
      io.asJson
        ? io.json(result)
        : io.out(`${verdictText(result.verdict, io)}\n\nReport: ${join(dir, REPORT_FILE)}`),
    spent: ({ result }) => atMostOf(result.spent),
    report: ({ result }) =>
      verdictCi(result.verdict, {
        name: `${plan.a.label} against ${plan.b.label}`,
        gates: [],
        cost: spentText(result.spent),
        report: join(dir, REPORT_FILE),
        suites: [],
      }),
    exit: () => 0,
  });
};

export const playBisect = (options: PlayOptions<BisectPlan>): Promise<ExitCode | 0> => {
  const { harness, io } = options;
  return play(options, {
    run: runBisect,
    progress: replayProgress(io, { clock: harness.clock, label: "bisect", text: bisectNewsText }),
    print: ({ result }) => (io.asJson ? io.json(result) : io.out(bisectText(io, result))),
    spent: ({ result }) => atMostOf(result.spent),
    report: () => undefined,
    exit: () => 0,
  });
};

/** Characters: enough to recognise the turn. The report has the whole text. */
const SHOWN = 400;

function bisectText(io: Io, { verdict, said, dir }: BisectResult): string {
  const words = said && [
    `Turn ${said.turn}, narrator: ${shorten(said.narrator, SHOWN)}`,
    ...(said.relay === null ? [] : [`Turn ${said.turn}, for the group: ${shorten(said.relay, SHOWN)}`]),
  ];
  return [
    verdictText(verdict, io),
    ...(words ? [terminalText(words.join("\n"))] : []),
    `Report: ${join(dir, REPORT_FILE)}`,
  ].join("\n\n");
}
