import { fill, paragraphsOf, toldToAll } from "../narration-edits.ts";
import type { Bank, Operator, PlantOptions } from "../operator.ts";
import { openTurns, recordAt, type Transcript } from "../transcript.ts";

const FEWEST_WORDS = 60;

/** A scene of another story in the place of an output. */
const spliced: Operator = {
  name: "spliced-scene",
  expects: "guide-deviation",
  plant(transcript, { dice, others }) {
    const foreign = others.filter(({ config }) => config.story !== transcript.config.story);
    const turns = openTurns(transcript, { from: 3 });
    if (foreign.length === 0 || turns.length === 0) return undefined;
    const other = dice.pick(foreign);
    const scenes = other.records.filter(
      (record) => record.phase === "story" && toldToAll(record).split(/\s+/).length >= FEWEST_WORDS,
    );
    if (scenes.length === 0) return undefined;
    const turn = dice.pick(turns);
    const scene = dice.pick(scenes);
    return {
      turn,
      endTurn: turn,
      edits: new Map([[turn, { text: toldToAll(scene) }]]),
      about: `turn ${scene.turn} of ${other.name}`,
    };
  },
};

/** The group asks for something, and the next two outputs tell something else. */
const ignored: Operator = {
  name: "ignored-action",
  expects: "ignored-request",
  plant(transcript, options) {
    return transcript.config.storyGuide.pulses.length > 1
      ? withoutConsequence(transcript, options)
      : elsewhere(transcript, options);
  },
};

/** The beat is told as it was, but for the paragraph that took up what the group wanted. */
function withoutConsequence(transcript: Transcript, { dice }: PlantOptions): ReturnType<Operator["plant"]> {
  const fits = (turn: number) => {
    const record = recordAt(transcript, turn)!;
    const relay = recordAt(transcript, turn - 1)?.relay?.text ?? "";
    // What the group itself puts off it has not asked for yet: "We take the stairs, but first: who is there?"
    const decided =
      !/,? but (?:first|one thing|not before|that can)/.test(relay) &&
      sharesWords(relay, record.narrator.text);
    return (
      record.guidePulse !== undefined &&
      paragraphsOf(record.narrator.text).length >= 3 &&
      decided &&
      recordAt(transcript, turn + 1)?.guidePulse !== undefined
    );
  };
  const turns = openTurns(transcript, { from: 3, turns: 2 }).filter(fits);
  if (turns.length === 0) return undefined;
  const turn = dice.pick(turns);
  const [, ...rest] = paragraphsOf(recordAt(transcript, turn)!.narrator.text);
  return {
    turn,
    endTurn: turn + 1,
    edits: new Map([[turn, { text: rest.join("\n\n") }]]),
    about: `what was asked for after turn ${turn - 1} has no consequence`,
  };
}

/** Where no guide says which paragraph that is: two outputs from far away. */
function elsewhere(transcript: Transcript, { dice }: PlantOptions): ReturnType<Operator["plant"]> {
  const turns = openTurns(transcript, { from: 3, turns: 2 }).filter(
    (turn) => (recordAt(transcript, turn - 1)?.relay?.text.split(/\s+/).length ?? 0) >= 8,
  );
  if (turns.length === 0) return undefined;
  const turn = dice.pick(turns);
  const far = transcript.records.filter((record) => Math.abs(record.turn - turn) > 40);
  if (far.length < 2) return undefined;
  const [first, second] = dice.shuffle(far);
  return {
    turn,
    endTurn: turn + 1,
    edits: new Map([
      [turn, { text: toldToAll(first!) }],
      [turn + 1, { text: toldToAll(second!) }],
    ]),
    about: `turns ${first!.turn} and ${second!.turn} in answer to something else`,
  };
}

const sharesWords = (a: string, b: string) =>
  (a.match(/\p{L}{5,}/gu) ?? []).filter((word) => b.includes(word)).length >= 2;

const stalls: Readonly<Record<Bank, readonly string[]>> = {
  fit: [
    "You talk it over a while longer.",
    "It may come to that, though it has not come to it yet.",
    "{name} says as much, and the saying of it takes its time.",
    "Nothing is decided, and nothing hurries you.",
    "You turn the thought over, and it has the same two sides as before.",
    "There is a pause, of the sort that has no end of its own.",
    "You would do it, and you say so, and there it rests.",
    "Where you stand is where you have been standing.",
  ],
  report: [
    "That would be a way, yes, and you look at it for a bit.",
    "{name} is right, and being right changes little at the moment.",
    "So far it stays a plan.",
    "The minutes go by without asking anything of you.",
    "You make ready, and go on making ready.",
    "One could begin now, or presently.",
    "All of you have been heard.",
    "As before, so now: you are here, and it is quiet.",
  ],
};

/** For five to eight turns nothing comes of whatever the group does. */
const refused: Operator = {
  name: "refused-progress",
  expects: "stuck",
  plant(transcript, { dice, bank }) {
    const length = 5 + dice.int(4);
    const turns = openTurns(transcript, { from: 2, turns: length }).filter(
      (turn) => transcript.states[turn - 1]!.ending === undefined,
    );
    if (turns.length === 0) return undefined;
    const turn = dice.pick(turns);
    const names = transcript.config.group.players.map(({ name }) => name);
    const edits = Array.from({ length }, (_, step) => {
      const [first, second] = dice.shuffle(stalls[bank]);
      return [turn + step, { text: fill(`${first} ${second}`, { name: dice.pick(names) }) }] as const;
    });
    return {
      turn,
      endTurn: turn + length - 1,
      edits: new Map(edits),
      about: `nothing happens for ${length} turns`,
    };
  },
};

export const scenes: readonly Operator[] = [spliced, ignored, refused];
