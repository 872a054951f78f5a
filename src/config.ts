/**
 * Settings at the edge: the file that people write, and the environment. Nothing else in the
 * house reads `process.env`.
 *
 *     // rehearse.config.ts
 *     import { defineConfig } from "rehearse";
 *     export default defineConfig({ budget: 5, roles: { narrator: "grok-4" } });
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SettingsInput } from "./contract/index.ts";
import { HarnessError } from "./kernel/errors/index.ts";
import {
  connect,
  resolveSettings,
  SettingsError,
  type Connected,
  type Environment,
  type ResolvedSettings,
} from "./kernel/settings/index.ts";
import { fileNotFound } from "./kernel/store/index.ts";

export const defineConfig = (config: SettingsInput): SettingsInput => config;

export type Config = ResolvedSettings &
  Connected & {
    file: string | undefined;
    /** The file as it was named, where it was. */
    named?: string;
  };

export type LoadOptions = {
  /** A config file; without it, `rehearse.config.ts` (or .mts, .js, .mjs) in `cwd` where there is one. */
  file?: string;
  cwd?: string;
  /** Options given as flags: they win. */
  flags?: Record<string, unknown>;
  env?: Environment;
};

export async function loadConfig({
  file,
  cwd = ".",
  flags,
  env = process.env,
}: LoadOptions = {}): Promise<Config> {
  const path = file === undefined ? findConfig(cwd) : existing(resolve(cwd, file));
  const written = path === undefined ? {} : await readConfig(path);
  const resolved = resolveSettings({ file: written, fileName: path, env, flags });
  return {
    ...resolved,
    ...connect(resolved.settings, env),
    file: path,
    ...(file !== undefined && { named: file }),
  };
}

/** Where text lies that is not ours to ship: for benches and tests, where somebody has it. */
export const dataFolder = (env: Environment = process.env): string | undefined =>
  env["REHEARSE_DATA"] || undefined;

export const serverToken = (env: Environment = process.env): string | undefined =>
  env["REHEARSE_TOKEN"] || undefined;

/** A config is code. One in the folder of a run came with the run, maybe from somebody else: it is loaded only by its name. */
function findConfig(cwd: string): string | undefined {
  const path = ["ts", "mts", "js", "mjs"]
    .map((ending) => resolve(cwd, `rehearse.config.${ending}`))
    .find((path) => existsSync(path));
  const mark =
    path === undefined
      ? undefined
      : readdirSync(cwd).find((name) => RUN_FILES.test(name) || isMatrixPlan(cwd, name));
  if (mark === undefined) return path;
  throw new HarnessError({
    code: "config-in-run",
    message: `${path} is in the folder of a run, next to ${mark}. A config is code, and this one may have come with the run, so it was not loaded.`,
    remedy: `Run the command in your workspace instead. If the config is your own, name it: --config ${basename(path!)}.`,
  });
}

/** What sessions, matrices, A/B tests and bisections leave in their folders. */
const RUN_FILES =
  /^(calls\.jsonl|pairs\.jsonl|turn-\d+\.json|results_.*\.json|(session|matrix|ab|ab-plan|bisect|bisect-plan)\.json)$/;

/** A stopped matrix has nothing but its plan. People may have a file of that name too: theirs has no id. */
function isMatrixPlan(cwd: string, name: string): boolean {
  if (name !== "plan.json") return false;
  try {
    return Object.hasOwn(JSON.parse(readFileSync(resolve(cwd, name), "utf8")) as object, "matrixId");
  } catch {
    return true; // Not readable here, so nobody can say that it is harmless.
  }
}

function existing(path: string): string {
  if (existsSync(path)) return path;
  throw fileNotFound(path, {
    code: "no-config",
    remedy:
      "Check the path of the settings file, or omit --config to use rehearse.config.ts in the current folder.",
  });
}

async function readConfig(path: string): Promise<unknown> {
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(path).href)) as { default?: unknown };
  } catch (error) {
    const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new SettingsError({
      source: `${path}${lineOf(error, path)}`,
      problems: [
        `it cannot be loaded. ${said}${/Cannot find package 'rehearse'/.test(said) ? " Outside the folder where rehearse is installed, write a plain object: export default { budget: 5 }." : ""}`,
      ],
      cause: error,
    });
  }
  if (typeof module.default === "object" && module.default !== null) return module.default;
  throw new SettingsError({
    source: path,
    problems: ["it has no default export. Write: export default { … }"],
  });
}

/** `:12` where Node says at which line of the file it stopped reading. */
function lineOf(error: unknown, path: string): string {
  const line =
    error instanceof Error ? error.stack?.split("\n").find((text) => text.includes(path)) : undefined;
  const number = line === undefined ? undefined : new RegExp(`${RegExp.escape(path)}:(\\d+)`).exec(line)?.[1];
  return number === undefined ? "" : `:${number}`;
}
