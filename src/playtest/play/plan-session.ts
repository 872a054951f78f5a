import {
  issueTypes,
  type GroupRequest,
  type GuideForm,
  type NamedText,
  type Note,
  type SessionConfig,
  type Story,
} from "../../contract/index.ts";
import { about, HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { draftPlayers } from "../agents/index.ts";
import { isMechanical } from "../findings/index.ts";
import { pinJudge } from "../judge/index.ts";
import { narratorNamed } from "../narrator/index.ts";
import { NONE } from "../readings/index.ts";
import { type GivenGuide, loadPrompt, loadStory } from "../story/index.ts";
import {
  aboutReader,
  castSession,
  pinModels,
  requireBeats,
  withPriceNotes,
  type CastRequest,
} from "./cast-session.ts";

export type SessionRequest = GroupRequest &
  CastRequest & {
    /** Names of own or shipped content, or paths; or the content itself. */
    story: string | GivenGuide;
    prompt: string | NamedText;
    seed: string | number;
    maxTurns?: number;
    budget?: number;
    guide?: GuideForm;
    /** End the session at the first problem of one of these kinds. */
    stopOn?: readonly string[];
  };

/** A session that has not ended by then has gone wrong. */
const USUAL_MAX_TURNS = 100;

/** Only a marker can end a session that nobody classifies: enough turns to tell every beat, and no more. */
const turnsWithoutClassifier = ({ pulses }: Story): number => (pulses.length === 0 ? 30 : pulses.length + 10);

function noClassifier(asked: number | undefined, maxTurns: number): Note {
  const effect = asked === undefined ? `, so at most ${maxTurns} turns are played` : "";
  return {
    code: "no-classifier",
    text:
      `only the narrator's own markers say which beats are told and when the story ends${effect}. ` +
      "Name a classifier to detect both.",
  };
}

/** Everything a session is played with, pinned, before any call or write. */
export function planSession(harness: Harness, request: SessionRequest): SessionConfig {
  const { seed, players, archetypes } = request;
  const guide = about("story", () => loadStory(request.story, harness));
  const prompt = about("prompt", () => loadPrompt(request.prompt, harness));
  const cast = castSession(harness, request);
  requireBeats(cast.narrator, guide);
  const isUnseen = cast.classifier === NONE && cast.narrator.provider !== "house";
  const maxTurns = request.maxTurns ?? (isUnseen ? turnsWithoutClassifier(guide) : USUAL_MAX_TURNS);
  const { findings } = harness.settings;
  const config: SessionConfig = {
    ...guideFields(guide),
    prompt: prompt.name,
    systemPrompt: prompt.text,
    guideForm: request.guide ?? harness.settings.guide,
    ...narratorNamed(cast.narrator),
    classifierModel: cast.classifier,
    ...cast.reader,
    findings,
    stopOn: request.stopOn?.length ? [...new Set(request.stopOn)] : undefined,
    ...pinJudge(harness, { ...request, ...cast.reader, narrator: cast.narrator.label }),
    playerModel: request.playerModel,
    group: draftPlayers({ guide, seed, wish: { players, archetypes }, modelFor: cast.playerFor }),
    charactersPending: true,
    maxTurns,
    budget: request.budget ?? harness.settings.budget,
    seed,
    replicate: 0,
    castingNotes: [...cast.notes, ...(isUnseen ? [noClassifier(request.maxTurns, maxTurns)] : [])],
  };
  requireStopOn(config, cast.notes.find(aboutReader)?.text);
  return withPriceNotes({ ...config, pinned: pinModels(harness, [config]) }, harness);
}

/** What a config keeps of its guide. */
export const guideFields = (
  guide: Story,
): Pick<SessionConfig, "story" | "storyGuide" | "expectedPulses"> => ({
  story: guide.id,
  storyGuide: guide,
  expectedPulses: guide.pulses.length || undefined,
});

/** A kind that only a reader finds needs one: without it the session would never stop. */
export function requireStopOn(
  { stopOn = [], observerModel, findings = {} }: Pick<SessionConfig, "stopOn" | "observerModel" | "findings">,
  why = "no model reads this session",
): void {
  const known = [...issueTypes, ...Object.keys(findings)];
  const unknown = stopOn.find((kind) => !known.includes(kind));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      option: "stopOn",
      message:
        `${optionText("stopOn")}: unknown kind of finding ${JSON.stringify(unknown)}. ${suggestion(unknown, known)}`.trimEnd(),
      remedy: `Known kinds: ${known.join(", ")}.`,
    });
  const unread = stopOn.find((kind) => !isMechanical(kind));
  if (observerModel === NONE && unread !== undefined)
    throw new HarnessError({
      code: "missing-option",
      option: "observer",
      message: `${optionText("stopOn", unread)} needs a reader: ${why}.`,
      remedy: `Name a reader with ${optionText("observer", "MODEL")}.`,
    });
}
