/** One session, from its first word to its report. */
import { basename } from "node:path";
import { archetypeId, type ArchetypeId, type SessionConfig } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { estimateCost, neededModels, planSession, playSession, type CostEstimate } from "../../playtest/index.ts";
import { defineCommand, table } from "../frame/index.ts";
import { newRunFolder } from "./new-run-folder.ts";
import { playtestHarness } from "./playtest-harness.ts";
import { sessionProgress } from "./session-progress.ts";
import { sayResult } from "./say-result.ts";
import { configFrom, settingsFlags } from "./settings-flags.ts";

export default defineCommand({
  name: "play",
  summary: "One session: simulated players play a narrator",
  description:
    "A group of 2 to 5 players, drawn by the seed from ten archetypes, plays the story; one of them speaks for the group. Every turn is a checkpoint, and the session ends with a report.\n\n" +
    "Without any key the embedded house cast plays: actors with a script, no evidence about a prompt.",
  flags: {
    story: { type: "string", value: "NAME", default: "innsmouth", help: "A shipped story, or the path of a guide of your own." },
    prompt: { type: "string", value: "NAME", default: "baseline", help: "A shipped prompt, or the path of a file." },
    narrator: { type: "string", value: "MODEL", help: "The narrator under test: a name of `rehearse models`, or provider/model-id." },
    players: { type: "integer", value: "2..5", min: 2, max: 5, help: "How many play; otherwise drawn." },
    archetypes: { type: "list", choices: archetypeId.options, value: "A,B", help: "Who plays, in this order; otherwise drawn." },
    seed: { type: "string", value: "SEED", help: "What everything random is drawn from; otherwise the settings' seed." },
    maxTurns: { type: "integer", value: "N", min: 3, default: 100, help: "After how many turns a session that has not ended is stopped." },
    variation: { type: "number", value: "0..1", min: 0, max: 1, help: "How far backstories of one archetype differ." },
    budget: { type: "number", value: "USD", min: 0.000001, help: "The most to spend." },
    playerModel: { type: "string", value: "MODEL", help: "One model for all players, in place of each archetype's own." },
    classifier: { type: "string", value: "MODEL", help: "Who classifies the narrator's output; house: rules, at no cost." },
    ...settingsFlags,
    out: { type: "string", value: "DIR", default: "sessions", help: "The folder in which the session's folder is made." },
    dryRun: { type: "boolean", help: "Show config, group and cost estimate; play nothing." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse play --story innsmouth --narrator house", does: "On the embedded cast: no key, no cost." },
    { command: "rehearse play --story innsmouth --prompt baseline --narrator opus-4.5 --budget 5", does: "A real narrator, for five dollars at most." },
    { command: "rehearse play --story innsmouth --narrator grok-4 --players 3 --dry-run", does: "What it would be, and what it would cost." },
  ],
  async run({ flags, io, signal }) {
    const config = await configFrom(flags);
    const harness = playtestHarness(config, io);
    const plan = planSession(harness, { ...flags, seed: config.settings.seed, archetypes: flags.archetypes.length === 0 ? undefined : (flags.archetypes as ArchetypeId[]) });
    if (flags.dryRun) {
      const estimate = estimateCost(plan, harness.catalog);
      if (flags.json) return io.json({ config: plan, estimate });
      return io.out(planText(plan, estimate, harness));
    }
    harness.requireReady(neededModels(plan, harness));
    const dir = newRunFolder(flags.out, plan.story, harness.clock.date());
    const progress = sessionProgress(io, { expected: plan.expectedPulses });
    try {
      const played = await playSession(harness, { config: plan, out: flags.out, sessionId: basename(dir), signal, onStep: progress.onStep, onTurn: progress.onTurn });
      progress.done();
      return sayResult(io, played, flags.json);
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

function planText({ story, storyGuide, prompt, narratorModel, classifierModel, group, seed, maxTurns, castingNotes }: SessionConfig, estimate: CostEstimate, { catalog }: Harness): string {
  const usd = (range: { low: number; high: number } | null) => (range === null ? "unknown" : `$${range.low.toFixed(2)} to $${range.high.toFixed(2)}`);
  return [
    `Story       ${storyGuide.title} (${story})`,
    `Prompt      ${prompt}`,
    `Narrator    ${narratorModel} = ${catalog.resolve(narratorModel).label}`,
    `Classifier  ${classifierModel} = ${catalog.resolve(classifierModel).label}`,
    `Seed        ${seed}`,
    `Turns       at most ${maxTurns}; probably ${estimate.turns.low} to ${estimate.turns.high}, ${estimate.calls.low} to ${estimate.calls.high} calls`,
    "",
    table(["player", "archetype", "model", "character"], group.players.map(({ name, archetype, model, seat, characterForStory }) => [`${name}${seat === group.spokesperson ? " *" : ""}`, archetype, catalog.resolve(model).label, characterForStory])),
    "* speaks for the group",
    "",
    table(["role", "model", "probably"], [...estimate.byRole.map(({ role, model, usd: range }) => [role, model, usd(range)]), ["total", "", usd(estimate.total)]]),
    ...castingNotes,
  ].join("\n");
}
