/**
 * What a user can ask for, declared once. The terminal's flags and help, the library's function and its types, HTTP, the
 * form, the assistant's tools and the reference pages are derived from the declaration.
 *
 *     export const play = operation({
 *       name: "play",
 *       input: z.strictObject({ maxTurns: z.int().min(3).optional().meta({ description: "…" }), ...runOptions }),
 *       plan: (input, { harness }) => planSession(harness, input),
 *       run: async (plan, { harness, signal, on }) => ({ result: await playSession(…) }),
 *       show: (result) => [result.verdict],
 *       examples: [{ input: { narrator: "grok-4", budget: 5 }, says: "A real narrator, for at most five dollars." }],
 *     });
 */
import type { z } from "zod";
import type { ModelEntry, Verdict } from "../contract/index.ts";
import type { ExitCode, HarnessError } from "../kernel/errors/index.ts";
import type { CiReport } from "../kernel/report/index.ts";
import type { Harness, HarnessConfig, HarnessOptions } from "../kernel/run/index.ts";
import type { RunEvent } from "./library-function.ts";

export type InputSchema = z.ZodObject<z.core.$ZodLooseShape, z.core.$strict>;

/** What an operation works with. */
export type Context = {
  harness: Harness;
  config: HarnessConfig;
  signal: AbortSignal;
  on(event: RunEvent): void;
  /** Texts of a session leave out what only some players were told, and what a model says about it. */
  isPublic?: boolean | undefined;
  /** Before the first model call: with `record` to record, with `recording` to explain a call that it cannot answer. */
  record(what: Recorded): Promise<void>;
  /** The name in the comment for CI: stored with a run, so that a resume updates the same comment. */
  ciName: string;
  /** The folder of the folders in which runs are saved by default. */
  root: string;
};

/** What a recording keeps of an operation. */
export type Recorded = {
  /** Everything that shapes its requests, most interesting first. */
  inputs: object;
  models?: Record<string, ModelEntry> | undefined;
};

/** What came of a run. */
export type Ran<Result> = {
  result: Result;
  /** Why it ended early. Everything so far is saved. */
  stopped?: HarnessError | undefined;
  /**
   * How to go on after a stop: the folder, and a budget if the old one is spent. Absent: repeat the command.
   * `isOpen`: said also if nothing stopped it.
   */
  resume?: { dir?: string; budget?: number | undefined; isOpen?: boolean } | undefined;
  /** What its gates say, and what else CI shows. Gates are judged only where nothing was stopped. */
  ci?: CiReport | undefined;
  /** The name in that comment. */
  ciName?: string | undefined;
  /** If 0 would be wrong although it ran to its end and no gate failed. */
  exit?: ExitCode | undefined;
  /** Said last, below everything else. */
  hints?: readonly string[] | undefined;
};

/** What an operation would do and cost, for --dry-run. */
export type Preview = {
  shown: readonly Shown[];
  /** The same as data, for --json. */
  data: object;
};

/** A verdict, or text that is shown as it is. */
export type Shown = Verdict | string;

export type Example<Input> = { input: Partial<Input>; says: string };

export type Declaration<Schema extends InputSchema = InputSchema, Planned = unknown, Result = unknown> = {
  /** As it is typed: `play`, `matrix merge`. */
  name: string;
  /** Where it is offered besides the terminal and the library. */
  surfaces?: ReadonlyArray<"http" | "mcp">;
  /** Paragraphs separated by empty lines. */
  description?: string;
  input: Schema;
  /** Options that the terminal takes as arguments, in this order. The last may be a list. */
  arguments?: ReadonlyArray<keyof z.output<Schema> & string>;
  examples: readonly [Example<z.input<Schema>>, ...Example<z.input<Schema>>[]];
  /** The name of what is tested, for the marker of a comment: the same however a run ends. Absent: it leaves nothing for CI. */
  ciName?(input: z.output<Schema>): string;
  /** The operation whose comment it updates, if another one: a resumed session updates that of `play`. */
  ciCommand?(input: z.output<Schema>): string;
  /** The operation that its recordings belong to, if another one: pairs of replays are an A/B test. */
  recordedAs?(input: z.output<Schema>): string;
  /** Why such a run leaves no comment and no JUnit file, as a sentence without its full stop: a shard has no verdict. */
  withoutCi?(input: z.output<Schema>): string | undefined;
  /** How its harness differs from the usual one, such as the pinned settings of a stored run. */
  harness?(input: z.output<Schema>, config: HarnessConfig): Partial<HarnessOptions>;
  /** Resolves and checks everything; costs nothing and writes nothing. */
  plan(input: z.output<Schema>, context: Context): Promise<Planned> | Planned;
  /** Throws what keeps it from starting now: a missing key or price, an own system that cannot be reached. */
  ready?(plan: Planned, context: Context): Promise<void> | void;
  /** What --dry-run shows. Absent: there is no --dry-run. */
  preview?(plan: Planned, context: Context): Promise<Preview> | Preview;
  run(plan: Planned, context: Context): Promise<Ran<Result>> | Ran<Result>;
  /** For people. Nothing is shown besides. */
  show(result: Result, input: z.output<Schema>): readonly Shown[];
  /** A run that was stopped, or has spent its budget, has a result that says so. Otherwise the library rejects. */
  stopIsResult?: true | ((result: Result) => boolean);
};

/** A declaration whose plan and result only it knows; the types of its input and result stay visible. */
export type Operation<Input = unknown, Result = unknown> = Declaration & {
  /** Types only: there is no such value. */
  readonly types?: { input: Input; result: Result };
};

export const operation = <Schema extends InputSchema, Planned, Result>(
  declaration: Declaration<Schema, Planned, Result>,
): Operation<z.input<Schema>, Result> => declaration as unknown as Operation<z.input<Schema>, Result>;
