import type { GroupRequest, GuideForm, SessionConfig, Story } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { draftPlayers } from "../agents/index.ts";
import { pinJudge } from "../judge/index.ts";
import { narratorNamed } from "../narrator/index.ts";
import { loadPrompt, loadStory } from "../story/index.ts";
import { castSession, pinModels, requireBeats, withPriceNotes, type CastRequest } from "./cast-session.ts";

export type SessionRequest = GroupRequest &
  CastRequest & {
    /** Names of own or shipped content, or paths; or the content itself, if already read. */
    story: string | Story;
    prompt: string | { name: string; text: string };
    seed: string | number;
    maxTurns?: number;
    budget?: number;
    variation?: number;
    guide?: GuideForm;
  };

/** A session that has not ended by then has gone wrong. */
const USUAL_MAX_TURNS = 100;
const USUAL_VARIATION = 0.6;

/** Everything a session is played with, pinned, before any call or write. */
export function planSession(harness: Harness, request: SessionRequest): SessionConfig {
  const { seed, players, archetypes, maxTurns = USUAL_MAX_TURNS, variation = USUAL_VARIATION } = request;
  requireGroup({ players, archetypes });
  const guide = typeof request.story === "string" ? loadStory(request.story, harness) : request.story;
  const prompt = typeof request.prompt === "string" ? loadPrompt(request.prompt, harness) : request.prompt;
  const cast = castSession(harness, request);
  requireBeats(cast.narrator, guide);
  const config: SessionConfig = {
    story: guide.id,
    storyGuide: guide,
    prompt: prompt.name,
    systemPrompt: prompt.text,
    guideForm: request.guide ?? harness.settings.guide,
    ...narratorNamed(cast.narrator),
    classifierModel: cast.classifier.name,
    ...cast.reader,
    ...pinJudge(harness, { ...request, narrator: cast.narrator.label }),
    playerModel: request.playerModel,
    group: draftPlayers({ guide, seed, wish: { players, archetypes }, variation, modelFor: cast.playerFor }),
    charactersPending: true,
    maxTurns,
    budget: request.budget ?? harness.settings.budget,
    expectedPulses: guide.pulses.length || undefined,
    variation,
    seed,
    replicate: 0,
    castingNotes: cast.notes,
  };
  return withPriceNotes({ ...config, pinned: pinModels(harness, [config]) }, harness);
}

function requireGroup({ players, archetypes }: GroupRequest): void {
  const fits = (size: number | undefined) => size === undefined || (size >= 2 && size <= 5);
  if (!fits(players))
    throw new HarnessError({
      code: "bad-group",
      message: `A group has 2 to 5 players, not ${players}.`,
      remedy: "Set --players to 2, 3, 4 or 5.",
    });
  if (!fits(archetypes?.length))
    throw new HarnessError({
      code: "bad-group",
      message: `A group has 2 to 5 players, but --archetypes lists ${archetypes?.length}.`,
      remedy: "List 2 to 5 archetypes, or leave the flag out.",
    });
}
