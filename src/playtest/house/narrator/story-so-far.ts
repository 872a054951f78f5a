import type { HouseRequest } from "../../../kernel/models/index.ts";
import type { HouseGuide } from "../house-guide.ts";
import { sentences } from "../words/index.ts";
import { privateParts, THE_END } from "./telling.ts";

/** Where the story is, read from what the narrator itself has said: it keeps nothing else in mind. */
export type StorySoFar = {
  /** Index of the last pulse told; -1 before the first. */
  at: number;
  /** Own replies since that one. */
  since: number;
  /** Pulse → the option whose outcome was told. */
  chosen: ReadonlyMap<number, number>;
  reveals: ReadonlyArray<{ turn: number; name: string; text: string }>;
  outputs: ReadonlyArray<{ turn: number; text: string }>;
  /** What the group said before each turn, as it came. */
  heard: ReadonlyArray<{ turn: number; text: string }>;
  /** Every sentence, and those of the last turns. */
  said: ReadonlySet<string>;
  recent: ReadonlySet<string>;
  /** All of it in one. */
  words: string;
  ended: boolean;
};

/** Turns in which no sentence is said twice. */
const RECENT = 20;

/** One pass over the conversation: every sentence is looked up, none is searched for. */
export function storySoFar({
  guide,
  turn,
  messages,
  creationTurns,
}: {
  guide: HouseGuide;
  turn: number;
  messages: HouseRequest["messages"];
  creationTurns: number;
}): StorySoFar {
  const own = messages.filter(({ role }) => role === "assistant");
  const outputs = own.map(({ text }, index) => ({ turn: turn - own.length + index, text }));
  // What the group said comes first of what follows an output; private answers and notes come after it.
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
  // Somebody else may have begun this story, in other words: then a reply counts for a pulse.
  const strange = outputs.length - creationTurns;
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

type Lookup = {
  tellings: ReadonlyMap<string, number>;
  outcomes: ReadonlyMap<string, { pulse: number; option: number }>;
};
const lookups = new WeakMap<HouseGuide, Lookup>();

/** Tellings and outcomes by their first sentences. */
function lookup(guide: HouseGuide): Lookup {
  const known = lookups.get(guide);
  if (known) return known;
  const made: Lookup = {
    tellings: new Map(
      guide.pulses.flatMap(({ text }, pulse) =>
        text.map((telling): [string, number] => [sentences(telling)[0]!, pulse]),
      ),
    ),
    outcomes: new Map(
      guide.pulses.flatMap(({ choice }, pulse) =>
        choice.options.map(({ outcome }, option): [string, { pulse: number; option: number }] => [
          sentences(outcome)[0]!,
          { pulse, option },
        ]),
      ),
    ),
  };
  lookups.set(guide, made);
  return made;
}
