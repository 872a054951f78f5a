/**
 * A run of ours against a provider of our own: the real packages, the real journal, real HTTP.
 *
 *     await using at = await openLoopbackRun();
 *     at.provider.answers(refuses(500), says("Hello."));
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AttemptEnd, AttemptStart, SettingsInput, Usage } from "../../../src/contract/index.ts";
import { providerIds, providers } from "../../../src/kernel/models/index.ts";
import type { Clock } from "../../../src/kernel/clock/index.ts";
import { readLineLog } from "../../../src/kernel/store/index.ts";
import { createHarness, JOURNAL_FILE, type Harness, type Run } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { OWN_OPENAI, OWN_XAI } from "./wire-formats.ts";
import { openLoopbackProvider, type LoopbackProvider } from "./loopback-provider.ts";

/** Every vendor's key, all different, and none a word that could occur in a text by chance. */
export const keys: Record<string, string> = Object.fromEntries(
  providerIds.flatMap((id) => {
    const variable = providers[id].key ?? providers[id].optionalKey;
    return variable === undefined ? [] : [[variable, `sk-${id}-9f8e7d6c5b4a`]];
  }),
);

export type LoopbackRun = AsyncDisposable & {
  dir: string;
  provider: LoopbackProvider;
  harness: Harness;
  run: Run;
  /** The attempts in the journal's file, in the order they ended. */
  attempts(): Array<AttemptEnd & { start: AttemptStart }>;
  journalText(): Promise<string>;
  /** Closes the run and opens another in the same folder, or in a new one. */
  again(options?: { dir: string }): Promise<Run>;
};

export type LoopbackRunOptions = {
  settings?: SettingsInput;
  clock?: Clock;
  /** The keys that are set; all of them by default. */
  env?: Record<string, string>;
  /** How the provider speaks, if that is not its name. */
  wire?: string;
};

/** Vendors' own host names, at our port, lead to this machine. */
const LOOPBACK = "http://127.0.0.1";
const OWN_ORIGIN = new RegExp(`^https://(?:${OWN_OPENAI}|${OWN_XAI})(?=:)`);
const ownVariables: Record<string, string> = { [OWN_OPENAI]: "OPENAI_BASE_URL", [OWN_XAI]: "XAI_BASE_URL" };
const send = globalThis.fetch;
globalThis.fetch = (input, init) =>
  send(typeof input === "string" ? input.replace(OWN_ORIGIN, LOOPBACK) : input, init);

/** Fast, so that a whole retry costs milliseconds; everything else as people get it. */
const quick: SettingsInput = {
  timeoutMs: 5_000,
  retry: { attempts: 3, reasks: 2, firstDelayMs: 1, maxDelayMs: 2 },
  providers: { local: { keyFrom: "LOCAL_API_KEY" } },
};

export async function openLoopbackRun({
  settings = {},
  clock,
  env: present = keys,
  wire,
}: LoopbackRunOptions = {}): Promise<LoopbackRun> {
  const provider = await openLoopbackProvider();
  const dir = await mkdtemp(join(tmpdir(), "rehearse-conformance-"));
  const urls = Object.fromEntries(
    providerIds.flatMap((id) => {
      const variable = providers[id].baseURL;
      return variable === undefined ? [] : [[variable, provider.baseURL(id)]];
    }),
  );
  const own = ownVariables[wire ?? ""];
  if (wire && own) urls[own] = provider.baseURL(wire).replace(LOOPBACK, `https://${wire}`);
  const env = { ...urls, ...present };
  const resolved = resolveSettings({ file: { ...quick, ...settings }, env });
  const harness = createHarness({
    settings: resolved.settings,
    ...connect(resolved.settings, env, resolved),
    clock,
    cwd: dir,
  });
  let run = await harness.openRun(join(dir, "run"));

  return {
    dir,
    provider,
    harness,
    get run() {
      return run;
    },
    attempts: () => attemptsIn(join(run.dir, JOURNAL_FILE)),
    journalText: () => readFile(join(run.dir, JOURNAL_FILE), "utf8"),
    async again({ dir: other } = { dir: run.dir }) {
      await run.close();
      return (run = await harness.openRun(other));
    },
    async [Symbol.asyncDispose]() {
      await run.close();
      await harness.close();
      await provider[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function attemptsIn(path: string): Array<AttemptEnd & { start: AttemptStart }> {
  const starts = new Map<string, AttemptStart>();
  const ends: Array<AttemptEnd & { start: AttemptStart }> = [];
  readLineLog(path, ({ value }) => {
    const line = value as AttemptStart | AttemptEnd;
    if (line.type === "start") starts.set(`${line.call} ${line.attempt}`, line);
    if (line.type === "end") ends.push({ ...line, start: starts.get(`${line.call} ${line.attempt}`)! });
  });
  return ends;
}

const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 };

/** The provider's own books, summed as a ledger's. */
export const countedBy = ({ log }: LoopbackProvider): Required<Usage> =>
  log.reduce(
    (sum, { counted = none }) => ({
      input: sum.input + counted.input,
      cacheRead: sum.cacheRead + (counted.cacheRead ?? 0),
      cacheWrite: sum.cacheWrite + (counted.cacheWrite ?? 0),
      output: sum.output + counted.output,
      reasoning: sum.reasoning + (counted.reasoning ?? 0),
    }),
    none,
  );
