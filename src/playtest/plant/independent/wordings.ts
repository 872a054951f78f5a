import { fill, toldToAll, withWords } from "../narration-edits.ts";
import type { Bank, Edit, Operator, PlantOptions } from "../operator.ts";
import { strayedTurns } from "../operators/index.ts";
import { openTurns, recordAt, type Transcript } from "../transcript.ts";
import { independentBank, type IndependentBank } from "./bank.ts";

/** How many turns after it was told something is contradicted, or told again. */
const APART = 2;

/** One operator for every wording of a half of the bank. */
export function wordings(bank: Bank): Operator[] {
  const { segues, contradictions, loops } = independentBank(bank);
  return [...segues.map(segue), ...contradictions.map(contradiction), ...loops.map(loop)];
}

const segue = (line: string): Operator => ({
  name: "blunt-segue",
  expects: "forced-return",
  plant(transcript, { dice }) {
    const turns = strayedTurns(transcript);
    if (turns.length === 0) return undefined;
    const turn = dice.pick(turns);
    const words = fill(line, slotsAt(transcript, turn, dice));
    return {
      turn,
      endTurn: turn,
      edits: new Map([[turn, { text: withWords(recordAt(transcript, turn)!, words, "start") }]]),
      about: words,
    };
  },
});

const contradiction = ({ kind, first, later }: IndependentBank["contradictions"][number]): Operator => ({
  name: kind,
  expects: "contradiction",
  plant(transcript, { dice }) {
    const turns = openTurns(transcript, { from: 4 });
    if (turns.length === 0) return undefined;
    const turn = dice.pick(turns);
    const slots = slotsAt(transcript, turn, dice);
    const [before, now] = [fill(first, slots), fill(later, slots)];
    const told = (at: number, words: string): [number, Edit] => [
      at,
      { text: withWords(recordAt(transcript, at)!, words) },
    ];
    return {
      turn,
      endTurn: turn,
      edits: new Map([told(turn - APART, before), told(turn, now)]),
      about: `"${before}" and "${now}"`,
    };
  },
});

const loop = ({ first, again }: IndependentBank["loops"][number]): Operator => ({
  name: "loop-paraphrased",
  expects: "repetition",
  plant(transcript, { dice }) {
    const turns = openTurns(transcript, { from: 4 });
    if (turns.length === 0) return undefined;
    const turn = dice.pick(turns);
    return {
      turn,
      endTurn: turn,
      edits: new Map([
        [turn - APART, { text: first }],
        [turn, { text: again }],
      ]),
      about: `"${first.slice(0, 40)} …" again, as "${again.slice(0, 40)} …"`,
    };
  },
});

/** Where nobody has a name that is told again. */
const NOBODY = "Corvin Ashe";

/** Somebody of the guide of whom nothing is told just then, so that nothing else contradicts what is said of them, and two places. */
function slotsAt(
  { config: { storyGuide }, records }: Transcript,
  turn: number,
  dice: PlantOptions["dice"],
): Record<string, string> {
  const near = records
    .slice(turn - 1 - APART, turn + 1)
    .map(toldToAll)
    .join(" ");
  const names = storyGuide.npcs.map(({ name }) => name).filter((name) => /^\p{Lu}/u.test(name));
  const away = names.filter((name) => !name.split(" ").some((word) => near.includes(word)));
  const [place, elsewhere] = dice
    .shuffle(storyGuide.locations)
    .map(({ name }) => (/^\p{Ll}/u.test(name) ? `the ${name}` : name.replace(/^The /, "the ")));
  const some = [away, names].find(({ length }) => length > 0) ?? [NOBODY];
  return { npc: dice.pick(some), place: place!, elsewhere: elsewhere! };
}
