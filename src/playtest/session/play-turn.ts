/**
 * One turn: narrator → classifier → players, all at once → reactions → spokesperson. It makes the calls and returns the
 * record; `applyTurn` computes the next state.
 */
import type { Classification, Issue, Phase, Story, TurnRecord } from "../../contract/index.ts";
import { didYouMean } from "../../kernel/errors/index.ts";
import { turnList } from "../../kernel/report/index.ts";
import { CREATION_TURNS, cutText, groupAnswer, LONGEST_HEARD, publicPart } from "../agents/index.ts";
import { classify } from "../classify/index.ts";
import { detect } from "../findings/index.ts";
import { secretsIn, type SessionState } from "./apply-turn.ts";
import type { Cast } from "./cast.ts";
import { decideEnding } from "./decide-ending.ts";
import { playTable } from "./play-table.ts";
import { guideBeat } from "../story/index.ts";

export async function playTurn(state: SessionState, cast: Cast): Promise<TurnRecord> {
  const { gateway, clock, signal } = cast;
  const { config, records } = state;
  const turn = state.turn + 1;
  const phase = turn <= CREATION_TURNS ? "creation" : "story";
  const names = config.group.players.map(({ name }) => name);
  const at = clock.date().toISOString();
  const startedAt = clock.now();
  const before = records.at(-1);

  cast.onStep?.({ turn, doing: "narrating" });
  const told = await cast.narrator.tell(state, { turn, signal });
  if (told.truth !== undefined) cast.onTruth?.({ turn, truth: told.truth });

  cast.onStep?.({ turn, doing: "classifying" });
  const classification = await classify({
    gateway,
    model: cast.classifier,
    call: `turn/${turn}/classifier`,
    signal,
    input: {
      text: told.text,
      marks: told.marks,
      names,
      turn,
      phase,
      secrets: secretsIn(state),
      relay: before ? groupAnswer(before, names) : "",
      earlier: records.slice(-EARLIER).map(({ narrator }) => cutText(narrator.text, LONGEST_HEARD)),
      guide: config.storyGuide,
    },
  });
  const issues = mechanicalIssues(state, { turn, phase, text: told.text, classification });
  const ending = decideEnding({ state, turn, classification, text: told.text, issues });

  const narration = publicPart(told.text, classification);
  const beat =
    phase === "story" ? beatOf({ classification, guide: config.storyGuide, told: toldPulses(records) }) : {};
  // Nobody answers the end. A session that only ran out of turns can go on in a branch.
  const { players, crossTalk, relay } =
    ending && ending.outcome !== "timeout"
      ? { players: [] }
      : await playTable({ state, cast, turn, phase, text: told.text, narration, classification });

  return {
    turn,
    phase,
    at,
    ms: Math.round(clock.now() - startedAt),
    narrator: {
      text: told.text,
      model: told.model,
      finish: told.finish,
      state: told.state,
      keepsState: told.keepsState,
    },
    context: told.context,
    classification,
    ...beat,
    players,
    crossTalk,
    relay,
    issues,
    ending,
  };
}

/** How many earlier outputs the classifier sees, whole. */
const EARLIER = 3;

/** How many earlier turns the detectors compare a turn with. */
const COMPARED_TURNS = 30;

export const mechanicalIssues = (
  { records }: Pick<SessionState, "records">,
  { turn, phase, text, classification }: Output,
): Issue[] =>
  detect({
    turn,
    phase,
    text: withoutMarkers(text, classification),
    shared: sharedPart(text, classification),
    earlier: records.slice(-COMPARED_TURNS).map(({ turn, narrator, classification }) => ({
      turn,
      text: sharedPart(narrator.text, classification),
    })),
  });

type Output = { turn: number; phase: Phase; text: string; classification: Classification };

/** Everything that anybody hears: a title in a marker repeats nothing. */
const withoutMarkers = (text: string, { segments }: Classification): string =>
  segments.map(({ start, end }) => text.slice(start, end)).join("\n\n");

/** What everybody hears. Quotes of it show with "…" what was left out between its parts. */
const sharedPart = (text: string, { segments }: Classification): string =>
  segments
    .filter(({ audience }) => audience === "all")
    .map(({ start, end }) => text.slice(start, end).trim())
    .join(" … ");

type Beat = Pick<TurnRecord, "pulse" | "guidePulse" | "alsoPulses" | "ownBeat">;

/**
 * How an output advances the story: by the guide's pulses that it tells for the first time, each of which counts once,
 * or by a beat of the narrator's own.
 */
export function beatOf({
  classification: { beats = [], concluded },
  guide,
  told,
}: {
  classification: Pick<Classification, "beats" | "concluded">;
  guide: Story;
  told: readonly string[];
}): Beat {
  const ids = beats.map(({ title }) => guideBeat(title, guide, told));
  const fresh = [...new Set(ids)].filter((id) => id !== undefined && !told.includes(id)) as string[];
  const last = fresh.at(-1);
  if (last !== undefined)
    return {
      pulse: told.length + fresh.length,
      guidePulse: last,
      alsoPulses: fresh.length > 1 ? fresh.slice(0, -1) : undefined,
    };
  // The ending closes the last beat; it is not a beat of its own.
  return !concluded && ids.includes(undefined) ? { ownBeat: true } : {};
}

/** The past cannot be told again to a narrator that keeps its own memory of it. */
export const cannotRewind = (records: readonly TurnRecord[]): boolean =>
  records.some(({ narrator }) => narrator.keepsState);

/** The ids of the guide's told pulses. */
export const toldPulses = (records: readonly TurnRecord[]): string[] =>
  records.flatMap(({ guidePulse, alsoPulses = [] }) =>
    guidePulse === undefined ? alsoPulses : [...alsoPulses, guidePulse],
  );

/** Titles that only the narrator named and that the guide does not have, with what it may have meant. */
export const foreignTitles = ({ classification: { beats = [] } }: TurnRecord, guide: Story): string[] =>
  beats
    .filter(({ title, quote }) => quote === undefined && guideBeat(title, guide) === undefined)
    .map(({ title }) => {
      const [meant] = didYouMean(
        title,
        guide.pulses.map((pulse) => pulse.title),
      );
      const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
      return `"${title}", which is not a beat of the guide${hint}`;
    });

/**
 * Why nobody knows which beats were told. Somebody must say it of every turn: a model, or the narrator with titles of
 * the guide alone, because otherwise a told beat could not be recognised. An ending need not name any.
 */
export function beatsUnmeasured(records: readonly TurnRecord[], guide: Story): string | undefined {
  const story = records.filter(({ phase }) => phase === "story");
  for (const record of story) {
    const [foreign] = foreignTitles(record, guide);
    if (foreign !== undefined) return `turn ${record.turn} names ${foreign}`;
  }
  const silent = story.filter(({ classification: { beats, concluded } }) => !beats && !concluded);
  if (silent.length === 0) return undefined;
  if (silent.length === story.length)
    return "no marker or classifier identified the beats (name a classifier)";
  return `no marker or classifier identified the beats of ${turnList(silent.map(({ turn }) => turn))} (name a classifier)`;
}

export const beatsMeasured = (records: readonly TurnRecord[], guide: Story): boolean =>
  beatsUnmeasured(records, guide) === undefined;

/** Turns without a beat that are no stall yet. */
export const BEAT_WITHIN = 4;

/** Runs of too many story turns without a beat. The narrator's own beats end one as well. */
export function stallsIn({ records, config }: Pick<SessionState, "records" | "config">): TurnRecord[][] {
  if (config.storyGuide.pulses.length === 0 || !beatsMeasured(records, config.storyGuide)) return [];
  const runs: TurnRecord[][] = [[]];
  for (const record of records.filter(({ phase }) => phase === "story")) {
    if (record.pulse !== undefined || record.ownBeat || record.ending?.outcome === "completed") runs.push([]);
    else runs.at(-1)!.push(record);
  }
  return runs.filter((run) => run.length > BEAT_WITHIN);
}
