/** One session, as `rehearse play` plays it. */
import { basename, join } from "node:path";
import { seedFor, type Config } from "../../config.ts";
import type { PlayRequest, SessionConfig } from "../../contract/index.ts";
import { seedIn } from "../../kernel/dice/index.ts";
import { newRunFolder } from "../../kernel/store/index.ts";
import { planSession, playSession, requireSession } from "../../playtest/index.ts";
import { SESSIONS, sessionId as idOf } from "../playtest/index.ts";
import type { Task } from "./job-runner.ts";
import { capOf, tellEnded, watchSession, type JobTools } from "./job-tools.ts";
import { requireListed } from "../listed-names.ts";

export function plannedPlay({ harness, seed }: JobTools, request: PlayRequest): SessionConfig {
  const { story, prompt, narrator, playerModel, classifier, observer, judge } = request;
  requireListed(harness, {
    story: [story],
    prompt: [prompt],
    models: { narrator, playerModel, classifier, observer, judge },
  });
  return planSession(harness, {
    ...request,
    seed: seedFor(configFor({ harness, seed }, request)).seed,
    budget: capOf(request.budget, harness),
  });
}

/** The settings as the planner of the command line gets them, with the request in the place of flags. */
export function configFor(
  { harness: { settings }, seed }: Pick<JobTools, "harness" | "seed">,
  asked: { seed?: string | number | undefined; budget?: number | undefined },
): Pick<Config, "settings" | "sources"> {
  const set = asked.seed === undefined ? seed : seedIn(asked.seed);
  return {
    settings: {
      ...settings,
      ...(set !== undefined && { seed: set }),
      budget: capOf(asked.budget, { settings }),
    },
    sources: { seed: set === undefined ? "default" : "flag" } as Config["sources"],
  };
}

export async function planPlayJob(tools: JobTools, request: PlayRequest): Promise<Task> {
  const { harness } = tools;
  const config = plannedPlay(tools, request);
  await requireSession(harness, config);
  return {
    kind: "play",
    name: `${config.story}, ${config.prompt}, ${config.narratorModel}`,
    unit: "turn",
    total: config.maxTurns,
    budget: config.budget,
    async run(progress) {
      const out = join(harness.workspace, SESSIONS);
      const sessionId = basename(newRunFolder(out, config.story, harness.clock.date()));
      const id = idOf(sessionId);
      progress.change({ sessions: [id], playing: 1 });
      const { result, stopped } = await playSession(harness, {
        config,
        out,
        sessionId,
        plannedAs: "session",
        ...watchSession(tools, progress, { id, paid: 0, onTurn: (turn) => ({ done: turn }) }),
      });
      await tellEnded(tools, progress, { id, result });
      if (stopped) throw stopped;
    },
  };
}
