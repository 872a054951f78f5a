/** Shared by all functions of the library: common options, the harness built from them, and plain results. */
import { loadConfig, type Config } from "../config.ts";
import type { Pinned, SettingsInput } from "../contract/index.ts";
import { HarnessError, suggestion } from "../kernel/errors/index.ts";
import { createHarness, type Harness, type HarnessOptions } from "../kernel/run/index.ts";
import { valueWithoutSecrets } from "../kernel/secrets/index.ts";
import { withRecordings } from "./recorded.ts";

export type SettingsOptions = {
  /** A settings file, or the settings themselves. Default: `rehearse.config.ts` in the current folder, if there is one. */
  config?: string | SettingsInput;
  /** `openrouter`: reach every model that OpenRouter has through it. */
  via?: "direct" | "openrouter";
  /** Use one provider's models for every role; `true`: the provider that has a key. */
  oneKey?: string | true;
};

export type RunOptions = SettingsOptions & {
  /** The maximum cost in USD. Default: the settings' budget. */
  budget?: number;
  /** Record every answer, and what it was asked with, in this folder. */
  record?: string;
  /** Replay the answers recorded in this folder: no requests, no key, no cost. */
  recording?: string;
  /** What to do with a call that `recording` cannot answer: `fail` (default) or `ask` the model. */
  onMiss?: "fail" | "ask";
  /** Stops the work. Progress is saved. */
  signal?: AbortSignal;
  /** Called with the warnings of the command line: retries, resumed runs. */
  onNote?: (note: string) => void;
};

/** Every option of a function: one without an entry does not compile. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

export const settingsNames: OptionNames<SettingsOptions> = { config: true, via: true, oneKey: true };

export const runNames: OptionNames<RunOptions> = {
  ...settingsNames,
  budget: true,
  record: true,
  recording: true,
  onMiss: true,
  signal: true,
  onNote: true,
};

/** JavaScript callers get no type error, and a misspelt option would silently use its default. */
export function requireOptions<Options extends object>(
  command: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  const known = Object.keys(names);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new HarnessError({
    code: "unknown-option",
    message: `Unknown option "${unknown}" of ${command}(). ${suggestion(unknown, known)}`.trimEnd(),
    remedy: `Known: ${known.join(", ")}.`,
  });
}

export function configOf(
  { config, via, oneKey }: SettingsOptions,
  flags: { budget?: number; seed?: string | number; guide?: string } = {},
): Promise<Config> {
  return loadConfig({
    ...(typeof config === "string" ? { file: config } : { written: config }),
    flags: { via, oneKey, ...flags },
  });
}

/** Opens a harness, and closes it when the work is done. */
export async function withHarness<Result>(
  config: Config & { pinned?: Pinned },
  {
    command,
    options,
    ...more
  }: { command: string; options: RunOptions } & Pick<HarnessOptions, "house" | "settings">,
  work: (harness: Harness) => Promise<Result>,
): Promise<Result> {
  const { onNote } = options;
  let harness: Harness | undefined;
  try {
    const { settings = config.settings, house } = more;
    const recorded = withRecordings({ ...config, settings }, options, { command });
    harness = createHarness({
      ...recorded,
      house,
      command: "npx rehearse",
      onRetry: ({ call, failure, attempt, attempts, pauseMs }) =>
        onNote?.(
          `${call}: ${failure.code}, attempt ${attempt}${attempts === undefined ? "" : ` of ${attempts}`}; retrying in ${pauseMs / 1_000} s`,
        ),
    });
    return await work(harness);
  } catch (error) {
    throw error instanceof HarnessError ? inOptions(error) : error;
  } finally {
    await harness?.close();
  }
}

/** An error names flags; a caller of the library sets options: `--max-turns` is `maxTurns`. Commands stay as they are typed. */
function inOptions(error: HarnessError): HarnessError {
  const named = (text: string) =>
    text.replaceAll(/`[^`]*`|\brehearse [^\n]*|(?<![\w-])--([a-z]+(?:-[a-z]+)*)/g, (whole, flag?: string) =>
      flag === undefined ? whole : flag.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    );
  const { code, message, remedy, exit, cause } = error;
  const [said, advice] = [named(message), named(remedy)];
  return said === message && advice === remedy
    ? error
    : new HarnessError({ code, message: said, remedy: advice, exit, cause: cause ?? error });
}

/** What `--json` prints, as a value: plain JSON, without keys. */
export const plainResult = <Value>(value: Value): Value =>
  valueWithoutSecrets(JSON.parse(JSON.stringify(value)) as Value);

/** The reason why work ended early, with the folder in which it can be resumed. */
export const stoppedIn = (dir: string, { code, message, remedy, exit, cause }: HarnessError): HarnessError =>
  new HarnessError({
    code,
    message: `${message} The work so far is saved in ${dir}.`,
    remedy: code === "recording-miss" ? remedy : `${remedy} To resume: rehearse resume ${dir}`,
    exit,
    cause,
  });
