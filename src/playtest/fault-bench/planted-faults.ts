/** Plants faults in copies of clean transcripts, and checks whether code finds them. */
import type { Issue, IssueType, OperatorName } from "../../contract/index.ts";
import { dice, type Dice } from "../../kernel/dice/index.ts";
import { publicPart } from "../agents/index.ts";
import { editedShares, giveAway, refuseProgress, sayAgain, type Choose } from "../faults/index.ts";
import { observeAgain, openTurns, recordAt, type Transcript } from "./clean-transcript.ts";

/** One fault in a copy of a transcript: its place, and the narrator's words in each turn. */
export type PlantedFault = {
  turn: number;
  endTurn: number;
  edits: ReadonlyMap<number, string>;
  /** For people who investigate a miss. */ about: string;
};

/** Plants one kind of fault that code can find. Undefined if a transcript has no place for it. */
export type Operator = {
  name: OperatorName;
  expects: IssueType;
  plant(transcript: Transcript, dice: Dice): PlantedFault | undefined;
};

/** One copy of a transcript with one fault, and the findings around it. */
export type Tried = {
  operator: OperatorName;
  expects: IssueType;
  transcript: string;
  turn: number;
  endTurn: number;
  about: string;
  hit: boolean;
  /** Turns in which a finding would have been a hit. */
  window: number;
};

export type PlantingOptions = {
  operators: readonly Operator[];
  /** Copies of each transcript for each operator: another copy draws another place. */
  copies: number;
};

/** Plants every fault in every transcript. A hit is the right kind of finding within one turn of it. */
export async function plantFaults(
  transcripts: readonly Transcript[],
  { operators, copies }: PlantingOptions,
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const operator of operators) {
    for (const transcript of transcripts) {
      const places = new Set<string>();
      for (let copy = 0; copy < copies; copy += 1) {
        const plant = operator.plant(transcript, dice("plant", transcript.name, operator.name, copy));
        // The same fault in the same place is the same copy.
        if (!plant || places.has(`${plant.turn} ${plant.about}`)) continue;
        places.add(`${plant.turn} ${plant.about}`);
        const { turn, endTurn, edits, about } = plant;
        const [from, to] = [
          Math.min(turn, ...edits.keys()),
          Math.min(transcript.records.length, endTurn + 1),
        ];
        const near = ({ turn: at }: Issue) => at >= turn - 1 && at <= endTurn + 1;
        const again = await observeAgain(transcript, { from, to, edits });
        const found = again.flatMap(({ issues }) => issues).filter(near);
        const clean = transcript.records.slice(from - 1, to).flatMap(({ issues }) => issues);
        const isNew = (issue: Issue) =>
          !clean.some((other) => other.type === issue.type && other.turn === issue.turn);
        tried.push({
          operator: operator.name,
          expects: operator.expects,
          transcript: transcript.name,
          turn,
          endTurn,
          about,
          hit: found.some((issue) => issue.type === operator.expects && isNew(issue)),
          window: to - Math.max(from, turn - 1) + 1,
        });
      }
    }
  }
  return tried;
}

type Place = Operator["plant"];

/** How far back a narrator reaches, and the minimum length to repeat. */
const REACH = 10;
const FEWEST_WORDS = 40;
/** How soon a secret is revealed, and the minimum length to recognise it. */
const SOON = 6;
const SECRET_WORDS = 15;

const planted = (name: OperatorName, expects: IssueType, plant: Place): Operator => ({
  name,
  expects,
  plant,
});

/** Faults of the library that code can find without a reader. */
export const operators: readonly Operator[] = [
  planted("loop-verbatim", "repetition", repeated(0)),
  ...editedShares.map((percent) => planted(`loop-edited-${percent}`, "repetition", repeated(percent / 100))),
  planted("refused-progress", "stuck", refused),
  planted("secret-leak", "leak", leaked),
];

/** Repeats an earlier output with a share of its words changed. */
function repeated(share: number): Place {
  return (transcript, dice) => {
    const told = transcript.records.map(({ turn, phase, narrator, classification }) => ({
      turn,
      phase,
      text: publicPart(narrator.text, classification),
    }));
    for (const turn of dice.shuffle(openTurns(transcript, { from: 4 }))) {
      const sources = told
        .slice(Math.max(0, turn - 1 - REACH), turn - 1)
        .filter(({ phase, text }) => phase === "story" && text.split(/\s+/).length >= FEWEST_WORDS);
      if (sources.length === 0) continue;
      const source = dice.pick(sources);
      const others = told.filter((each) => Math.abs(each.turn - source.turn) > 2).map(({ text }) => text);
      const { text } = sayAgain(source, { share, dice, others });
      return {
        turn,
        endTurn: turn,
        edits: new Map([[turn, text]]),
        about: `turn ${source.turn} again, ${Math.round(share * 100)} % edited`,
      };
    }
    return undefined;
  };
}

/** For six to eight turns nothing that the group does has a result. */
function refused(transcript: Transcript, dice: Dice): ReturnType<Place> {
  const length = 6 + dice.int(3);
  const turns = openTurns(transcript, { from: 2, turns: length });
  if (turns.length === 0) return undefined;
  const turn = dice.pick(turns);
  const names = transcript.config.group.players.map(({ name }) => name);
  const edits = Array.from(
    { length },
    (_, step) => [turn + step, refuseProgress(dice.pick(names), chooseBy(dice)).text] as const,
  );
  return {
    turn,
    endTurn: turn + length - 1,
    edits: new Map(edits),
    about: `nothing happens for ${length} turns`,
  };
}

/** Reveals to everybody what one player was told in private and did not share. */
function leaked(transcript: Transcript, dice: Dice): ReturnType<Place> {
  const turns = openTurns(transcript);
  const found = transcript.states
    .at(-1)!
    .privateMoments.filter(({ shared, content }) => !shared && content.split(/\s+/).length >= SECRET_WORDS)
    .flatMap((moment) =>
      turns
        .filter((turn) => turn > moment.turn && turn <= moment.turn + SOON)
        .map((turn) => ({ moment, turn })),
    );
  if (found.length === 0) return undefined;
  const { moment, turn } = dice.pick(found);
  const { target, content } = moment;
  const secret = { turn: moment.turn, name: target, text: content.replace(/^\[[^\]]*\]\s*/, "") };
  const [first = "", ...rest] = recordAt(transcript, turn)!.narrator.text.split(/\n\s*\n/);
  const text = [`${first} ${giveAway(secret, chooseBy(dice)).text}`, ...rest].join("\n\n");
  return {
    turn,
    endTurn: turn,
    edits: new Map([[turn, text]]),
    about: `what ${target} was told in turn ${moment.turn}`,
  };
}

const chooseBy =
  (dice: Dice): Choose =>
  (pool, _purpose, slots = {}) =>
    dice.pick(pool).replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? "");
