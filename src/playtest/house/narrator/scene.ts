import type { Story } from "../../../contract/index.ts";
import type { HouseRequest } from "../../../kernel/models/index.ts";
import type { NarratorStage } from "../stage.ts";
import type { Throws } from "../throws.ts";
import { chooseLine, sentences, type Slots } from "../words/index.ts";
import { readRelay, spoken, type Relay } from "./read-relay.ts";
import { storySoFar, type StorySoFar } from "./story-so-far.ts";

/** Everything a narrator goes by in a turn. */
export type Scene = {
  turn: number;
  creating: boolean;
  guide: Story;
  players: NarratorStage["players"];
  names: readonly string[];
  story: StorySoFar;
  relay: Relay;
  /** Who the players said they are. */
  epithets: ReadonlyMap<string, string>;
  structured: boolean;
  throws: Throws;
  /** Other under every other prompt: for actors whose luck is to differ between prompts that are equally good. */
  luck: string;
  /** A line of a pool, none that was said lately; empty where there is none. */
  say(pool: readonly string[], purpose: string, slots?: Slots): string;
  /** Was none of this said before? */
  isNew(text: string): boolean;
};

/** As the session plays it: names, then characters. */
const CREATION_TURNS = 2;

export function readScene(
  stage: NarratorStage,
  { messages, instructions }: HouseRequest,
  throws: Throws,
): Scene {
  const { guide, turn, phase, players } = stage;
  const names = players.map(({ name }) => name);
  const story = storySoFar({ guide, turn, messages, creationTurns: CREATION_TURNS });
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
    throws,
    luck: instructions,
    say: (pool, purpose, slots = {}) =>
      chooseLine(pool, {
        order: throws.always("narrator", purpose),
        round: turn,
        slots,
        said: story.words,
        allows: (text) => sentences(text).every((sentence) => !story.recent.has(sentence)),
      }) ?? "",
    isNew: (text) => sentences(text).every((sentence) => !story.said.has(sentence)),
  };
}

/** "Ann is a dock clerk who …" and "Ann: I'm a dock clerk …" give Ann → "a dock clerk". The one who speaks for the group says "I am". */
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
