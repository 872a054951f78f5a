/** The rows of the flow: each beat with the private moments to its left and the branches to its right. */
import type { PrivateMoment, SessionCard, TimelineEntry } from "../../../../src/contract/index.ts";
import { fromTurnOf } from "../../replay/branch-name.ts";
import { beatsOf, type Beat, type FlowIssue } from "./beats.ts";

export type FlowRow = {
  beat: Beat;
  moments: ReadonlyArray<PrivateMoment & { /** What the timeline says of it. */ about: string | undefined }>;
  /** Each followed by its own branches. */ branches: ReadonlyArray<{ branch: SessionCard; depth: number }>;
  /** How many start here, and whether they are shown. */ fork: { count: number; open: boolean } | null;
};

export type FlowInput = {
  id: string;
  timeline: readonly TimelineEntry[];
  issues: readonly FlowIssue[];
  moments: readonly PrivateMoment[];
  branches: readonly SessionCard[];
  /** Turns whose branches are shown although they are many, or folded although they are few. */
  toggled: ReadonlySet<number>;
  /** The numbers of the beats told, by their turns. */ told: ReadonlyMap<number, number>;
  last: number;
};

/** More branches than this are folded at first. */
const FEW = 5;

export function flowRows({
  id,
  timeline,
  issues,
  moments,
  branches,
  toggled,
  told,
  ...input
}: FlowInput): FlowRow[] {
  const mine = branches.filter(({ parent }) => parent === id);
  const marked = [...moments.map(({ turn }) => turn), ...mine.map(fromTurnOf), ...told.keys()];
  const beats = beatsOf({ ...input, timeline, issues, marked, told });
  return beats.map((beat, at) => {
    const until = beats[at + 1]?.turn ?? Number.POSITIVE_INFINITY;
    // Events of a turn are placed beside the last beat that began by then.
    const isHere = (turn: number) => turn >= beat.turn && turn < until;
    const grown = mine.filter((branch) => {
      const fromTurn = fromTurnOf(branch);
      return (at === 0 && fromTurn < beat.turn) || isHere(fromTurn);
    });
    const open = grown.length <= FEW !== toggled.has(beat.turn);
    return {
      beat,
      moments: moments
        .filter(({ turn }) => isHere(turn))
        .map((moment) => ({ ...moment, about: notesOf(moment, timeline) })),
      branches: open ? grown.flatMap((branch) => withOwn(branch, branches)) : [],
      fork: grown.length > 0 ? { count: grown.length, open } : null,
    };
  });
}

const notesOf = ({ turn, target }: PrivateMoment, timeline: readonly TimelineEntry[]) =>
  timeline.find(
    (entry) => entry.type === "private-moment" && entry.turn === turn && entry.title.endsWith(target),
  )?.notes;

const withOwn = (branch: SessionCard, all: readonly SessionCard[], depth = 0): FlowRow["branches"] => [
  { branch, depth },
  ...all.filter(({ parent }) => parent === branch.id).flatMap((child) => withOwn(child, all, depth + 1)),
];

/** A box: its row, its column, and its place in it. */
export type Box = `${number}/${Column}/${number}`;
const columns = ["moment", "beat", "branch"] as const;
type Column = (typeof columns)[number];

const countIn = ({ moments, branches, fork }: FlowRow, column: Column): number =>
  column === "beat" ? 1 : column === "moment" ? moments.length : branches.length + (fork ? 1 : 0);

/** Where an arrow key leads: along a column, across to what belongs to the same beat, or to the ends. */
export function walkTo(rows: readonly FlowRow[], from: Box, key: string): Box | undefined {
  const [row, column, place] = from.split("/") as [string, Column, string];
  const boxes = rows.flatMap((each, at) =>
    Array.from({ length: countIn(each, column) }, (_, index): Box => `${at}/${column}/${index}`),
  );
  const aside = (by: 1 | -1): Box | undefined => {
    const to = columns[columns.indexOf(column) + by];
    return to && countIn(rows[Number(row)]!, to) > 0 ? `${Number(row)}/${to}/0` : undefined;
  };
  const at = boxes.indexOf(`${Number(row)}/${column}/${Number(place)}`);
  switch (key) {
    case "ArrowDown":
      return boxes[at + 1];
    case "ArrowUp":
      return boxes[at - 1];
    case "Home":
      return boxes[0];
    case "End":
      return boxes.at(-1);
    case "ArrowLeft":
      return aside(-1);
    case "ArrowRight":
      return aside(1);
    default:
      return undefined;
  }
}
