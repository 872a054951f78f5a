import { editWords } from "../edit-words.ts";
import { toldToAll } from "../narration-edits.ts";
import type { Operator, PlantOptions } from "../operator.ts";
import { openTurns, type Transcript } from "../transcript.ts";

/** How far back a narrator reaches, and how much there must be to repeat. */
const REACH = 10;
const FEWEST_WORDS = 40;

const wordCount = (text: string) => text.split(/\s+/).length;

/** A turn, and an earlier one to be said again in it. */
function place(
  transcript: Transcript,
  { dice }: PlantOptions,
): { turn: number; source: string; from: number } | undefined {
  for (const turn of dice.shuffle(openTurns(transcript, { from: 4 }))) {
    const sources = transcript.records
      .slice(Math.max(0, turn - 1 - REACH), turn - 1)
      .filter((record) => record.phase === "story" && wordCount(toldToAll(record)) >= FEWEST_WORDS);
    if (sources.length === 0) continue;
    const source = dice.pick(sources);
    return { turn, source: toldToAll(source), from: source.turn };
  }
  return undefined;
}

/** Says what was said before, with a share of its words changed. */
function repeated(name: Operator["name"], share: number): Operator {
  return {
    name,
    expects: "repetition",
    plant(transcript, options) {
      const found = place(transcript, options);
      if (!found) return undefined;
      const { turn, source, from } = found;
      const vocabulary = transcript.records
        .filter((record) => Math.abs(record.turn - from) > 2)
        .flatMap((record) => toldToAll(record).match(/[\p{L}'’-]+/gu) ?? []);
      const text = share === 0 ? source : editWords(source, { share, dice: options.dice, vocabulary });
      return {
        turn,
        endTurn: turn,
        edits: new Map([[turn, { text }]]),
        about: `turn ${from} again, ${Math.round(share * 100)} % edited`,
      };
    },
  };
}

/** Tells a beat again in the other words that the guide has for it. */
const paraphrased: Operator = {
  name: "loop-paraphrased",
  expects: "repetition",
  plant(transcript, { dice }) {
    const { pulses } = transcript.config.storyGuide;
    for (const turn of dice.shuffle(openTurns(transcript, { from: 4 }))) {
      const told = transcript.records
        .slice(Math.max(0, turn - 1 - REACH), turn - 2)
        .filter(({ guidePulse }) => guidePulse !== undefined);
      for (const record of dice.shuffle(told)) {
        const pulse = pulses.find(({ id }) => id === record.guidePulse)!;
        const others = pulse.text.filter((telling) => !record.narrator.text.includes(telling.slice(0, 60)));
        const [other] = dice.shuffle(others);
        if (other === undefined || others.length === pulse.text.length) continue;
        return {
          turn,
          endTurn: turn,
          edits: new Map([[turn, { text: [other, pulse.choice?.question ?? ""].join("\n\n").trimEnd() }]]),
          about: `"${pulse.title}" of turn ${record.turn} again, in other words`,
        };
      }
    }
    return undefined;
  },
};

export const loops: readonly Operator[] = [
  repeated("loop-verbatim", 0),
  ...([10, 20, 30, 40, 50] as const).map((percent) => repeated(`loop-edited-${percent}`, percent / 100)),
  paraphrased,
];
