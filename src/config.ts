/**
 * Settings from the config file and the environment. Nothing else in the source reads `process.env`.
 */
import { randomInt } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SettingsInput, Shard } from "./contract/index.ts";
import { HarnessError, optionText } from "./kernel/errors/index.ts";
import { literalPattern } from "./kernel/literal-pattern.ts";
import type { HarnessConfig } from "./kernel/run/index.ts";
import {
  connect,
  resolveSettings,
  SettingsError,
  type Connected,
  type Environment,
  type ResolvedSettings,
} from "./kernel/settings/index.ts";
import { fileNotFound } from "./kernel/store/index.ts";
import { inBrackets } from "./kernel/verdict-words/index.ts";

export type Config = ResolvedSettings &
  Connected & {
    file: string | undefined;
    /** The file as named by --config. */
    named?: string;
  };

type LoadOptions = {
  /** A config file. Default: `rehearse.config.ts` (or .mts, .js, .mjs) in `cwd`, if there is one. */
  file?: string;
  /** The settings themselves, instead of a file. */
  written?: SettingsInput;
  cwd?: string;
  /** Options given as flags. They take precedence. */
  flags?: Record<string, unknown>;
  env?: Environment;
};

export async function loadConfig({
  file,
  written: given,
  cwd = ".",
  flags,
  env = process.env,
}: LoadOptions = {}): Promise<Config> {
  const path = given ? undefined : file === undefined ? findConfig(cwd) : existing(file, cwd);
  const written = given ?? (path === undefined ? {} : await readConfig(path));
  const resolved = resolveSettings({
    file: written,
    fileName: given ? "config" : path && shortPath(path),
    env,
    flags,
  });
  return {
    ...resolved,
    ...connect(resolved.settings, env, resolved),
    file: path,
    named: file,
  };
}

/** As the working folder reaches it: errors name it beside each setting. */
function shortPath(path: string): string {
  const near = relative(".", path);
  return near.startsWith("..") ? path : near;
}

/** The only unseeded draw: the seed of a session without one. It is printed and stored. */
const drawSeed = (): number => randomInt(1, 1_000_000_000);

/** The seed of the recording that is replayed, else the seed from flag, environment or file, else a new one. */
export function seedFor(
  { settings, sources }: Pick<HarnessConfig, "settings" | "sources">,
  recorded?: string | number,
): {
  seed: string | number;
  drawn: boolean;
} {
  if (recorded !== undefined) return { seed: recorded, drawn: false };
  const drawn = (sources.seed ?? "default") === "default";
  return { seed: drawn ? drawSeed() : settings.seed, drawn };
}

/** Where a step of GitHub Actions collects its summary. */
export const stepSummaryFile = (env: Environment = process.env): string | undefined =>
  env["GITHUB_STEP_SUMMARY"] || undefined;

export const serverToken = (env: Environment = process.env): string | undefined =>
  env["REHEARSE_TOKEN"] || undefined;

/** The names that a settings file may have. */
export const CONFIG_NAMES = ["ts", "mts", "js", "mjs"].map((ending) => `rehearse.config.${ending}`);

/** A config is code. One inside a run folder may come from somebody else, so it is loaded only if --config names it. */
function findConfig(cwd: string): string | undefined {
  const [path, ...more] = CONFIG_NAMES.map((name) => resolve(cwd, name)).filter((path) => existsSync(path));
  if (more.length > 0)
    throw new HarnessError({
      code: "bad-settings",
      message: `This folder has more than one settings file: ${[path!, ...more].map((one) => basename(one)).join(", ")}.`,
      remedy: `Keep one of them, or name one with ${optionText("config", "FILE")}.`,
    });
  const mark =
    path === undefined
      ? undefined
      : readdirSync(cwd).find((name) => RUN_FILES.test(name) || isMatrixPlan(cwd, name));
  if (mark === undefined) return path;
  throw new HarnessError({
    code: "not-allowed",
    option: "config",
    message:
      `${path} was not loaded. A config is code, and this one is in a run folder (next to ${mark}), ` +
      "so somebody else may have written it.",
    remedy: `Run the command in your workspace instead. If the config is yours, name it: ${optionText("config", basename(path!))}.`,
  });
}

/** Files that mark the folder of a session, matrix, A/B test or bisection. */
const RUN_FILES =
  /^(calls\.jsonl|pairs\.jsonl|turn-\d+\.json|results_.*\.json|(session|matrix|ab|ab-plan|bisect|bisect-plan)\.json)$/;

/** A stopped matrix has only its plan. A plan.json of the user's own has no matrix id. */
function isMatrixPlan(cwd: string, name: string): boolean {
  if (name !== "plan.json") return false;
  try {
    return Object.hasOwn(JSON.parse(readFileSync(resolve(cwd, name), "utf8")) as object, "matrixId");
  } catch {
    return true; // Unreadable, so it cannot be ruled out.
  }
}

function existing(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  if (existsSync(path)) return path;
  throw fileNotFound(file, {
    remedy: `Check the path of the settings file, or omit ${optionText("config")} to use rehearse.config.ts in the current folder.`,
  }).about("config");
}

async function readConfig(path: string): Promise<unknown> {
  if (!/\.[mc]?[jt]s$/.test(path)) throw notSettings(path, "it is not TypeScript or JavaScript");
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  } catch (error) {
    const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new SettingsError({
      source: `${path}${lineOf(error, path)}`,
      problems: [["cannot be loaded.", said, ...hintsOn(said, path)].join(" ")],
      cause: error,
    });
  }
  if (typeof module.default === "object" && module.default !== null) return module.default;
  throw new SettingsError({
    source: path,
    problems: ["has no default export. Write: export default { … }"],
  });
}

/** What to do about what Node says. */
function hintsOn(said: string, path: string): string[] {
  const { node } = process.versions;
  const asModule = basename(path).replace(/\.[jt]s$/, (ending) => `.m${ending.slice(1)}`);
  const hints: Array<[RegExp, string]> = [
    [
      /Cannot find package 'rehearse-llm'/,
      "Outside the folder where rehearse-llm is installed, write a plain object: export default { budget: 5 }.",
    ],
    [
      /Unknown file extension "\.m?ts"/,
      `Node ${node} cannot load TypeScript: use Node 22.18 or newer, such as npm install node@24 and npx node SCRIPT.`,
    ],
    // A package.json with "type": "commonjs", which `npm init` writes.
    [
      /Unexpected token 'export'|Cannot use import statement outside a module/,
      `The nearest package.json says that it is CommonJS: rename it to ${asModule}.`,
    ],
  ];
  return hints.flatMap(([words, hint]) => (words.test(said) ? [hint] : []));
}

const notSettings = (path: string, why: string): HarnessError =>
  new HarnessError({
    code: "bad-settings",
    option: "config",
    message: `${path} is not a settings file: ${why}.`,
    remedy:
      `${optionText("config")} names a settings file, such as rehearse.config.ts. ` +
      `A matrix goes with ${optionText("plan")}: \`rehearse matrix --plan FILE\`.`,
  });

/** `:12` if Node says at which line it stopped. */
function lineOf(error: unknown, path: string): string {
  const line =
    error instanceof Error ? error.stack?.split("\n").find((text) => text.includes(path)) : undefined;
  const number =
    line === undefined ? undefined : new RegExp(`${literalPattern(path)}:(\\d+)`).exec(line)?.[1];
  return number === undefined ? "" : `:${number}`;
}

/**
 * Kubernetes, AWS Batch, Slurm, GitLab. `first`: the number of the first job. Slurm's own total is that of the tasks
 * submitted now: a single task that is submitted again would take itself for the whole.
 */
const ENGINES = [
  { index: "JOB_COMPLETION_INDEX", first: 0 },
  { index: "AWS_BATCH_JOB_ARRAY_INDEX", first: 0 },
  { index: "SLURM_ARRAY_TASK_ID", first: 1 },
  { index: "CI_NODE_INDEX", first: 1, total: "CI_NODE_TOTAL" },
];

/** `2/3`, `auto/3`, or `auto` where the engine also tells the total. */
export function shardIn(text: string, env: Environment = process.env): Shard {
  const [, number, given] = /^(\d{1,6}|auto)(?:\/(\d{1,6}))?$/.exec(text) ?? [];
  const engine = number === "auto" ? ENGINES.find(({ index }) => env[index]) : undefined;
  if (number === "auto" && !engine)
    throw refused(
      `${optionText("shard", text)} found no job number in the environment.`,
      `Write the number, such as ${optionText("shard", "2/3")}. auto reads ${ENGINES.map(({ index }) => index).join(", ")}.`,
    );
  const of = Number(given ?? (env[engine?.total ?? ""] || Number.NaN));
  if (number === undefined || !Number.isInteger(of))
    throw refused(
      `${optionText("shard", text)} does not say which shard of how many.`,
      `Write both, such as ${optionText("shard", "2/3")}; or ${optionText("shard", "auto/3")}, if the scheduler numbers jobs.`,
    );
  const index = engine ? Number(env[engine.index]) - engine.first + 1 : Number(number);
  if (Number.isInteger(index) && index >= 1 && index <= of) return { index, of };
  const read = engine && `${engine.index} is ${env[engine.index]}`;
  throw refused(
    `${optionText("shard", text)}${inBrackets(read)} is outside the ${of} shards.`,
    "Shards are numbered from 1 to their total: " +
      `${optionText("shard", "1/3")}, ${optionText("shard", "2/3")}, ${optionText("shard", "3/3")}.`,
  );
}

const refused = (message: string, remedy: string): HarnessError =>
  new HarnessError({ code: "bad-value", option: "shard", message, remedy });
