/** Goes on with a session that was stopped. */
import type { Pinned } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  isAb,
  isBisect,
  isMatrix,
  loadLatest,
  longerAb,
  longerBisect,
  readAbPlan,
  readBisectPlan,
  readPlan,
  resumeSession,
} from "../../playtest/index.ts";
import { defineCommand, terminalText } from "../frame/index.ts";
import { allowNarratorFlag } from "./allow-narrator.ts";
import { goOnWithAb } from "./go-on-with-ab.ts";
import { goOnWithBisect } from "./go-on-with-bisect.ts";
import { goOnWithMatrix, USUAL_CONCURRENCY } from "./go-on-with-matrix.ts";
import { playtestHarness } from "./playtest-harness.ts";
import { sayResult } from "./say-result.ts";
import { sessionProgress } from "./session-progress.ts";
import { configFrom, settingsFlags } from "./settings-flags.ts";

export default defineCommand({
  name: "resume",
  summary: "Go on after a crash, a stop or a spent budget",
  description:
    "Goes on to the session's end; one that is finished stays as it is. Calls that were answered are not made again; those in flight when it stopped may be, and are reported. Prompt, guide, models, prices and budget are those the session began with, whatever has been edited since. Where a provider is reached at another address than then, it is refused.",
  args: {
    positionals: [
      {
        name: "dir",
        help: "The folder of a session, of a matrix, of an A/B test or of a bisect.",
        required: true,
      },
    ],
  },
  flags: {
    budget: {
      type: "number",
      value: "USD",
      min: 0.000001,
      help: "The most the whole session may cost, what is spent included; otherwise as it was played before.",
    },
    concurrency: {
      type: "integer",
      value: "N",
      min: 1,
      max: 500,
      help: "Of a matrix or an A/B test: sessions played at once; otherwise as many as before.",
    },
    turns: { type: "integer", value: "N", min: 1, help: "Of a single session: play only so many turns on." },
    times: {
      type: "integer",
      value: "N",
      min: 1,
      max: 1000,
      help: "Of an A/B test --until-decided: the most pairs; of a bisect: the most replays. More than before.",
    },
    ...allowNarratorFlag,
    config: settingsFlags.config,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse resume sessions/innsmouth-2026-11-15-081500 --budget 10",
      does: "Go on with a larger budget.",
    },
  ],
  async run({ flags, positionals: [dir], io, signal }) {
    if (flags.turns !== undefined && (isMatrix(dir) || isAb(dir) || isBisect(dir)))
      throw new HarnessError({
        code: "bad-turns",
        message: `${dir} is no single session: it cannot be played --turns ${flags.turns} on.`,
        remedy: "Leave --turns out, or name the folder of one session.",
      });
    if (flags.times !== undefined && !isAb(dir) && !isBisect(dir))
      throw new HarnessError({
        code: "bad-times",
        message: `${dir} is no A/B test and no bisect: --times ${flags.times} means nothing here.`,
        remedy: "Leave --times out.",
      });
    const config = await configFrom({ config: flags.config });
    const pinned = pinnedIn(dir);
    const harness = playtestHarness({ ...config, pinned }, io, signal);
    harness.permits.allow(flags.allowNarrator);
    for (const note of harness.notes) io.warn(terminalText(note));
    const concurrency = flags.concurrency ?? pinned?.concurrency ?? USUAL_CONCURRENCY;
    if (isMatrix(dir)) {
      try {
        return await goOnWithMatrix({
          harness,
          io,
          dir,
          plan: readPlan(dir),
          concurrency,
          budget: flags.budget,
          signal,
        });
      } finally {
        await harness.close();
      }
    }
    if (isAb(dir)) {
      try {
        return await goOnWithAb({
          harness,
          io,
          dir,
          plan: longerAb(readAbPlan(dir), flags.times),
          concurrency,
          budget: flags.budget,
          signal,
        });
      } finally {
        await harness.close();
      }
    }
    if (isBisect(dir)) {
      try {
        return await goOnWithBisect({
          harness,
          io,
          dir,
          plan: longerBisect(readBisectPlan(dir), flags.times),
          budget: flags.budget,
          signal,
        });
      } finally {
        await harness.close();
      }
    }
    const { state } = loadLatest(dir);
    const progress = sessionProgress(io, { config: state.config, pulses: state.pulses.length });
    try {
      const played = await resumeSession(harness, dir, {
        budget: flags.budget,
        turns: flags.turns,
        signal,
        onStep: progress.onStep,
        onTurn: progress.onTurn,
        onWindow: progress.onWindow,
        onNotes: (notes) => notes.forEach((note) => io.warn(note)),
      });
      progress.done();
      return sayResult(io, played, { asJson: flags.json, harness });
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

/** What the run meters with; undefined: it is from before that was kept. */
function pinnedIn(dir: string): Pinned | undefined {
  if (isMatrix(dir)) return readPlan(dir).pinned;
  if (isAb(dir)) return readAbPlan(dir).pinned;
  if (isBisect(dir)) return readBisectPlan(dir).pinned;
  return loadLatest(dir).state.config.pinned;
}
