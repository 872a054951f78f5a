/** Many sessions, from a preset or a config of one's own. */
import { basename, extname, resolve } from "node:path";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import type { MatrixConfigInput, MatrixPlan } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { fileError } from "../../kernel/store/index.ts";
import { planMatrix, presetConfig, presetNames, writePlan, type PresetName } from "../../playtest/index.ts";
import { defineCommand } from "../frame/index.ts";
import { seedFor } from "./draw-seed.ts";
import { goOnWithMatrix, USUAL_CONCURRENCY } from "./go-on-with-matrix.ts";
import { newRunFolder } from "./new-run-folder.ts";
import { playtestHarness } from "./playtest-harness.ts";
import { configFrom, settingsFlags } from "./settings-flags.ts";

export default defineCommand({
  name: "matrix",
  summary: "Many sessions: stories × prompts × narrators",
  description:
    "Plays every story with every prompt and narrator, so many times. Groups, backstories, moods and dice are drawn from the seed for each story and round: every prompt and narrator meets the same groups, so they can be compared pair by pair.\n\n" +
    "It can be stopped at any time; `rehearse resume` goes on where it was.",
  flags: {
    preset: { type: "choice", choices: presetNames, help: "smoke: 5 sessions; mini: 20; standard: 100; full: 300, on three narrators." },
    config: { type: "string", value: "FILE", help: "A matrix of your own: YAML, or TypeScript with a default export." },
    stories: { type: "list", value: "A,B", help: "Only these stories." },
    prompts: { type: "list", value: "A,B", help: "Only these prompts; the first is what the others are compared with." },
    narrator: { type: "list", value: "MODEL", help: "Who narrates; several for the preset full or a config." },
    sessions: { type: "integer", value: "N", min: 1, help: "Sessions of each combination, in place of the preset's." },
    seed: { type: "string", value: "SEED", help: "What groups and dice are drawn from; otherwise drawn, printed and kept." },
    maxTurns: { type: "integer", value: "N", min: 3, help: "After how many turns a session that has not ended is stopped." },
    playerModel: { type: "string", value: "MODEL", help: "One model for all players." },
    classifier: { type: "string", value: "MODEL", help: "Who classifies; house: rules, at no cost." },
    judge: { type: "string", value: "MODEL", help: "Who judges each session at its end; without it nobody does." },
    metric: { type: "string", value: "NAME", help: "The metric that decides, named beforehand; otherwise overall." },
    concurrency: { type: "integer", value: "N", min: 1, max: 500, default: USUAL_CONCURRENCY, help: "Sessions played at once. Providers' limits hold beside it." },
    budget: { type: "number", value: "USD", min: 0.000001, help: "The most that the whole matrix may cost." },
    settings: { type: "string", value: "FILE", help: "A settings file other than rehearse.config.ts." },
    via: settingsFlags.via,
    oneKey: settingsFlags.oneKey,
    out: { type: "string", value: "DIR", default: "matrices", help: "The folder in which the matrix's folder is made." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse matrix --preset smoke --narrator house", does: "Five sessions on the embedded cast: no key, no cost." },
    { command: "rehearse matrix --preset mini --narrator grok-4 --dry-run", does: "What it would cost, and what it could show." },
    { command: "rehearse matrix --preset standard --narrator grok-4 --budget 200 --judge opus-4.5", does: "A hundred sessions for two hundred dollars at most." },
  ],
  async run({ flags, io, signal }) {
    const config = await configFrom({ config: flags.settings, via: flags.via, oneKey: flags.oneKey, seed: flags.seed, budget: flags.budget });
    const harness = playtestHarness(config, io);
    try {
      const given = await matrixFrom(flags, harness);
      const { seed, drawn } = given.seed === undefined || flags.seed !== undefined ? seedFor(config) : { seed: given.seed, drawn: false };
      const planned: MatrixPlan = planMatrix(harness, { config: given, matrixId: "planned", seed, budget: config.settings.budget });
      if (drawn) io.say(`Seed ${seed}, drawn: --seed ${seed} plays the same groups and dice again.`);
      const dir = newRunFolder(flags.out, flags.preset ?? basename(flags.config ?? "matrix", extname(flags.config ?? "")), harness.clock.date());
      const plan = { ...planned, matrixId: basename(dir) };
      await writePlan(dir, plan);
      return await goOnWithMatrix({ harness, io, dir, plan, concurrency: flags.concurrency, signal });
    } finally {
      await harness.close();
    }
  },
});

type Given = { preset?: string; config?: string; stories: readonly string[]; prompts: readonly string[]; narrator: readonly string[]; sessions?: number; maxTurns?: number; playerModel?: string; classifier?: string; judge?: string; metric?: string };

/** The preset or the file, with what flags change of it. */
async function matrixFrom({ preset, config, ...flags }: Given, { casting, keys }: Harness): Promise<MatrixConfigInput> {
  if ((preset === undefined) === (config === undefined)) throw new HarnessError({ code: "bad-matrix", message: preset === undefined ? "Neither --preset nor --config is given." : "Both --preset and --config are given.", remedy: "Start small: rehearse matrix --preset smoke." });
  const narrators = flags.narrator.length === 0 ? undefined : flags.narrator;
  const usual = () => (keys.length === 0 ? "house" : casting.modelFor("narrator", {}).name);
  const base = config === undefined ? presetConfig(preset as PresetName, { narrators, usual: usual() }) : ((await readMatrixFile(config)) as MatrixConfigInput);
  return {
    ...base,
    ...(narrators && { narratorModels: [...narrators] }),
    ...(flags.stories.length > 0 && { stories: [...flags.stories] }),
    ...(flags.prompts.length > 0 && { systemPrompts: Object.fromEntries(flags.prompts.map((prompt) => [basename(prompt, extname(prompt)), prompt])) }),
    ...(flags.sessions !== undefined && { sessionsPerCombination: flags.sessions }),
    ...(flags.maxTurns !== undefined && { maxTurnsPerSession: flags.maxTurns }),
    ...(flags.playerModel !== undefined && { playerModel: flags.playerModel }),
    ...(flags.classifier !== undefined && { classifier: flags.classifier }),
    ...(flags.judge !== undefined && { judge: flags.judge }),
    ...(flags.metric !== undefined && { primaryMetric: flags.metric }),
  };
}

async function readMatrixFile(file: string): Promise<unknown> {
  const path = resolve(file);
  const told = (why: string, cause: unknown) => new HarnessError({ code: "bad-matrix", message: `${file} cannot be loaded: ${why}`, remedy: "Give a YAML file, or a TypeScript module with a default export (docs/guide/matrix.md).", cause });
  if (/\.(?:[mc]?[jt]s)$/.test(path)) {
    try {
      return ((await import(pathToFileURL(path).href)) as { default?: unknown }).default;
    } catch (error) {
      throw told(error instanceof Error ? error.message : String(error), error);
    }
  }
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path: file });
  }
  try {
    return parse(text);
  } catch (error) {
    throw told(error instanceof Error ? error.message : String(error), error);
  }
}
