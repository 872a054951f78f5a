/** Everything a narrator knows in a turn. It has no memory: it reads the position from the conversation. */
import { CREATION_TURNS } from "../../agents/index.ts";
import type { HouseRequest } from "../../../kernel/models/index.ts";
import type { HouseGuide } from "../house-guide.ts";
import type { NarratorStage, ActorDice } from "../stage.ts";
import { chooseLine, type Slots } from "../words/choose-line.ts";
import { sentences } from "../../text/index.ts";
import { readRelay, spoken, type Relay } from "./read-relay.ts";
import { privateParts, THE_END } from "./telling.ts";

export type Scene = {
  turn: number;
  creating: boolean;
  guide: HouseGuide;
  players: NarratorStage["players"];
  names: readonly string[];
  story: StorySoFar;
  relay: Relay;
  /** Who the players said they are. */
  epithets: ReadonlyMap<string, string>;
  structured: boolean;
  dice: ActorDice;
  /** Different under every prompt: for actors with dice that should differ between equally good prompts. */
  luck: string;
  /** A line of the pool that was not said recently; empty if there is none. */
  say(pool: readonly string[], purpose: string, slots?: Slots): string;
  /** Is all of this new? */
  isNew(text: string): boolean;
};

export function readScene(
  stage: NarratorStage,
  { messages, instructions }: HouseRequest,
  dice: ActorDice,
): Scene {
  const { guide, turn, phase, players } = stage;
  const names = players.map(({ name }) => name);
  const story = storySoFar({ guide, turn, messages });
  const labels = guide.pulses[story.at]?.choice.options.map(({ label }) => label) ?? [];
  return {
    turn,
    creating: phase === "creation",
    guide,
    players,
    names,
    story,
    relay: readRelay({ text: story.heard.at(-1)?.text ?? "", names, labels }),
    epithets: epithets(names, story.heard.find((heard) => heard.turn === CREATION_TURNS + 1)?.text ?? ""),
    structured: instructions.includes("[[PULSE:"),
    dice,
    luck: instructions,
    say: (pool, purpose, slots = {}) =>
      chooseLine(pool, {
        order: dice.always("narrator", purpose),
        round: turn,
        slots,
        said: story.words,
        allows: (text) => sentences(text).every((sentence) => !story.recent.has(sentence)),
      }) ?? "",
    isNew: (text) => sentences(text).every((sentence) => !story.said.has(sentence)),
  };
}

/**
 * "Ann is a dock clerk who …" and "Ann: I'm a dock clerk …" give Ann → "a dock clerk". The spokesperson says "I am".
 */
function epithets(names: readonly string[], text: string): Map<string, string> {
  const found = new Map<string, string>();
  const unnamed: string[] = [];
  for (const sentence of spoken(text)) {
    const said = /^(.+?)(?: is| am|: I'm) (an? [^,.;:]+?)(?: who\b| with\b| and\b| from an?\b|[,.;:]|$)/.exec(
      sentence,
    );
    if (!said) continue;
    const name = names.find((each) => each === said[1]);
    if (name !== undefined) found.set(name, said[2]!);
    else if (said[1] === "I") unnamed.push(said[2]!);
  }
  const missing = names.filter((name) => !found.has(name));
  if (missing.length === 1 && unnamed.length === 1) found.set(missing[0]!, unnamed[0]!);
  return found;
}

/** The position in the story, read from the narrator's own words: it has no other memory. */
type StorySoFar = {
  /** Index of the last pulse told; -1 before the first. */
  at: number;
  /** Own replies since then. */
  since: number;
  /** Pulse → the option with a told outcome. */
  chosen: ReadonlyMap<number, number>;
  reveals: ReadonlyArray<{ turn: number; name: string; text: string }>;
  outputs: ReadonlyArray<{ turn: number; text: string }>;
  /** The group's words before each turn, verbatim. */
  heard: ReadonlyArray<{ turn: number; text: string }>;
  /** Every sentence, and those of the last turns. */
  said: ReadonlySet<string>;
  recent: ReadonlySet<string>;
  /** All of them together. */
  words: string;
  ended: boolean;
};

/** Turns within which no sentence is repeated. */
const RECENT = 20;

/** One pass over the conversation: every sentence is a lookup, not a search. */
function storySoFar({
  guide,
  turn,
  messages,
}: {
  guide: HouseGuide;
  turn: number;
  messages: HouseRequest["messages"];
}): StorySoFar {
  const own = messages.filter(({ role }) => role === "assistant");
  const outputs = own.map(({ text }, index) => ({ turn: turn - own.length + index, text }));
  // After an output, the group's words come first; private answers and notes follow.
  const others = messages.filter(
    ({ role }, index) => role === "user" && messages[index - 1]?.role !== "user",
  );
  const heard = others.map(({ text }, index) => ({ turn: turn - others.length + 1 + index, text }));
  const { tellings, outcomes } = lookup(guide);

  const said = new Set<string>();
  const recent = new Set<string>();
  const chosen = new Map<number, number>();
  const reveals: Array<{ turn: number; name: string; text: string }> = [];
  let at = -1;
  let toldAt = 0;
  for (const { turn: spokenAt, text } of outputs) {
    for (const sentence of sentences(text)) {
      said.add(sentence);
      if (spokenAt >= turn - RECENT) recent.add(sentence);
      const pulse = tellings.get(sentence);
      if (pulse !== undefined && pulse > at) {
        at = pulse;
        toldAt = spokenAt;
      }
      const outcome = outcomes.get(sentence);
      if (outcome) chosen.set(outcome.pulse, outcome.option);
    }
    for (const part of privateParts(text)) reveals.push({ turn: spokenAt, ...part });
  }
  const words = outputs.map(({ text }) => text).join("\n");
  // Another narrator may have begun this story, in other words: then a reply counts for a pulse.
  const strange = outputs.length - CREATION_TURNS;
  if (at < 0 && strange > 0) {
    at = Math.min(strange, guide.pulses.length) - 1;
    toldAt = turn - 1;
  }
  return {
    at,
    since: Math.max(0, turn - 1 - toldAt),
    chosen,
    reveals,
    outputs,
    heard,
    said,
    recent,
    words,
    ended: words.includes(THE_END),
  };
}

/** Tellings and outcomes by their first sentences. */
const lookup = ({ pulses }: HouseGuide) => ({
  tellings: new Map(
    pulses.flatMap(({ text }, pulse) => text.map((telling) => [sentences(telling)[0]!, pulse] as const)),
  ),
  outcomes: new Map(
    pulses.flatMap(({ choice }, pulse) =>
      choice.options.map(({ outcome }, option) => [sentences(outcome)[0]!, { pulse, option }] as const),
    ),
  ),
});
