/** Branches from a checkpoint: the same scene, with something changed. */
import { basename, dirname, join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { branchSession, branchState, loadCheckpoint, type BranchWish, type Played } from "../../playtest/index.ts";
import { defineCommand, table } from "../frame/index.ts";
import { newRunFolder } from "./new-run-folder.ts";
import { playtestHarness } from "./playtest-harness.ts";
import { sayResult } from "./say-result.ts";
import { sessionProgress } from "./session-progress.ts";
import { configFrom, seedOf, settingsFlags } from "./settings-flags.ts";

export default defineCommand({
  name: "replay",
  summary: "Branch from a checkpoint with something changed",
  description:
    "Takes the session as it stood after a turn, changes the prompt, the guide, the narrator or the seed, and plays on. History, players and spokesperson stay. The parent is never touched, and the branch needs nothing of it.",
  flags: {
    checkpoint: { type: "string", value: "FILE", required: true, help: "A turn-N.json of a session, or a file of `rehearse checkpoint --out`." },
    prompt: { type: "string", value: "NAME", help: "Another prompt: a shipped one, or a file." },
    narrator: { type: "string", value: "MODEL", help: "Another narrator." },
    storyGuide: { type: "string", value: "NAME", help: "Another guide: a shipped story, or a file." },
    turns: { type: "integer", value: "N", min: 1, help: "Play only so many turns on." },
    times: { type: "integer", value: "K", min: 1, max: 1000, default: 1, help: "So many branches: the first has the parent's dice, the others their own." },
    seed: { type: "string", value: "SEED", help: "Another seed." },
    budget: { type: "number", value: "USD", min: 0.000001, help: "The most to spend in each branch." },
    ...settingsFlags,
    out: { type: "string", value: "DIR", help: "The folder in which the branches' folders are made; otherwise beside the parent." },
    dryRun: { type: "boolean", help: "Show what would be played; play nothing." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse replay --checkpoint sessions/abc123/turn-22.json --prompt pulse-aware", does: "The same scene with another prompt." },
    { command: "rehearse replay --checkpoint sessions/abc123/turn-22.json --narrator deepseek-r2 --turns 5 --times 3", does: "Another narrator, five turns, three throws of the dice." },
  ],
  async run({ flags, io, signal }) {
    const config = await configFrom({ ...flags, seed: undefined });
    const harness = playtestHarness(config, io);
    const { state: parent } = loadCheckpoint(flags.checkpoint);
    const wish: BranchWish = { prompt: flags.prompt, narrator: flags.narrator, storyGuide: flags.storyGuide, turns: flags.turns, seed: flags.seed === undefined ? undefined : seedOf(flags.seed) };
    if (flags.dryRun) {
      const planned = branchState({ harness, parent, wish, replicate: 0, sessionId: "dry-run" });
      const { changed } = planned.branchedFrom!;
      if (flags.json) return io.json({ config: planned.config, from: planned.branchedFrom, times: flags.times });
      return io.out([`From turn ${parent.turn} of ${parent.sessionId}, ${flags.times} time${flags.times === 1 ? "" : "s"}.`, ...(changed.length === 0 ? ["Nothing is changed."] : changed)].join("\n"));
    }
    const out = flags.out ?? parentFolder(flags.checkpoint);
    const played: Played[] = [];
    try {
      for (let replicate = 0; replicate < flags.times; replicate++) {
        const dir = newRunFolder(out, `${parent.sessionId}-t${parent.turn}`, harness.clock.date());
        const progress = sessionProgress(io, { expected: parent.config.expectedPulses });
        const branch = await branchSession(harness, { checkpoint: flags.checkpoint, wish, replicate, out, sessionId: basename(dir), signal, onStep: progress.onStep, onTurn: progress.onTurn });
        progress.done();
        played.push(branch);
        if (branch.stopped) break;
      }
    } finally {
      await harness.close();
    }
    if (played.length === 1) return sayResult(io, played[0]!, flags.json);
    if (flags.json) io.json(played.map(({ result }) => result));
    else io.out(table(["branch", "outcome", "turns", "pulses", "issues", "USD"], played.map(({ result }) => [result.sessionId, result.outcome, String(result.turns), `${result.pulses.detected}/${result.pulses.expected}`, String(result.issues.length), result.cost.total.toFixed(4)]), { right: [2, 3, 4, 5] }));
    const stopped = played.at(-1)?.stopped;
    if (stopped) io.warn(`${stopped.message}\n${stopped.remedy}`);
    return stopped?.exit ?? 0;
  },
});

/** Beside the parent's folder, so that a session and its branches stand together. */
function parentFolder(checkpoint: string): string {
  if (!/^turn-\d+\.json$/.test(basename(checkpoint))) return "sessions";
  const folder = dirname(checkpoint);
  if (folder === "") throw new HarnessError({ code: "no-folder", message: `${checkpoint} has no folder.`, remedy: "Give --out." });
  return join(folder, "..");
}
