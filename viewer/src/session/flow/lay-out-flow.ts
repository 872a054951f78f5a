/** The layout of the flow: the story runs down the middle, tangents swing out, private moments are on the left, branches on the right. */
import type { BranchNode, PrivateMoment, TimelineEntry } from "../../../../src/contract/index.ts";
import { beatsOf, type Beat, type FlowIssue } from "./beats.ts";

export type FlowNode = { id: string; x: number; y: number } & (
  | { type: "beat"; beat: Beat }
  | {
      type: "moment";
      turn: number;
      seat: number;
      name: string;
      shared: boolean;
      payoffTurn: number | undefined;
      /** What the timeline says of it. */ about: string | undefined;
    }
  | { type: "fork"; turn: number; count: number; open: boolean; live: boolean }
  | { type: "branch"; branch: BranchNode; depth: number }
);
export type FlowEdge = {
  id: string;
  from: string;
  to: string;
  kind: "story" | "tangent" | "private" | "branch";
};

export type FlowInput = {
  id: string;
  timeline: readonly TimelineEntry[];
  issues: readonly FlowIssue[];
  moments: readonly PrivateMoment[];
  branches: readonly BranchNode[];
  /** Turns whose branches are shown although they are many, or folded although they are few. */
  toggled: ReadonlySet<number>;
  /** The first turns of quiet runs that are unfolded. */
  unfolded?: ReadonlySet<number>;
  last: number;
};

/** Chosen so that moments, story and branches fit side by side in half a screen at full size. */
export const WIDTH = { beat: 220, moment: 136, fork: 104, branch: 208 } as const;
/** Boxes have exactly this height: longer texts are cut. */
export const HEIGHT = { beat: 50, moment: 66, fork: 30, branch: 50 } as const;
const GAP = { beat: 24, moment: 10, branch: 12 } as const;
/** Branches are below the button that collapses them. */
const FORK = HEIGHT.fork + 10;
/** More branches than this are folded at first. */
const FEW = 5;
const X = { moment: -WIDTH.moment - 20, beat: 0, tangent: 24, branch: WIDTH.beat + 52 } as const;
/** The story and what is to its left, which must be readable without scrolling. */
export const STORY = { left: X.moment, right: X.tangent + WIDTH.beat } as const;

export function layOutFlow({ id, timeline, issues, moments, branches, toggled, unfolded, last }: FlowInput): {
  nodes: FlowNode[];
  edges: FlowEdge[];
  beats: readonly Beat[];
} {
  const nodes: FlowNode[] = [];
  const edges: FlowEdge[] = [];
  const mine = branches.filter(({ parent }) => parent === id);
  const beats = beatsOf({
    timeline,
    issues,
    marked: [...moments.map(({ turn }) => turn), ...mine.map(({ fromTurn }) => fromTurn)],
    last,
    ...(unfolded && { unfolded }),
  });
  let y = 0;
  beats.forEach((beat, at) => {
    const key = beat.id;
    const until = beats[at + 1]?.turn ?? Number.POSITIVE_INFINITY;
    // Events of a turn are placed beside the last beat that began by then.
    const here = ({ turn }: { turn: number }) => turn >= beat.turn && turn < until;
    const told = moments.filter(here);
    const grown = mine.filter(
      ({ fromTurn }) => (at === 0 && fromTurn < beat.turn) || here({ turn: fromTurn }),
    );
    nodes.push({ id: key, x: isAway(beat) ? X.tangent : X.beat, y, type: "beat", beat });
    const before = beats[at - 1];
    if (before)
      edges.push({
        id: `${key}-story`,
        from: before.id,
        to: key,
        kind: isAway(beat) || isAway(before) ? "tangent" : "story",
      });
    told.forEach(({ turn, seat, target, shared, payoffTurn }, place) => {
      const moment = `moment-${turn}-${seat}-${place}`;
      nodes.push({
        id: moment,
        x: X.moment,
        y: y + place * (HEIGHT.moment + GAP.moment),
        type: "moment",
        turn,
        seat,
        name: target,
        shared,
        payoffTurn,
        about: timeline.find(
          (entry) => entry.type === "private-moment" && entry.turn === turn && entry.title.endsWith(target),
        )?.notes,
      });
      edges.push({ id: moment, from: key, to: moment, kind: "private" });
    });
    const high = grow({
      key,
      turn: beat.turn,
      y,
      grown,
      all: branches,
      open: grown.length <= FEW !== toggled.has(beat.turn),
      nodes,
      edges,
    });
    const wanted = [HEIGHT.beat, told.length * (HEIGHT.moment + GAP.moment) - GAP.moment, high];
    y += Math.max(...wanted) + GAP.beat;
  });
  return { nodes, edges, beats };
}

const isAway = ({ kind, away }: Beat): boolean => kind === "tangent" || away === true;

type Growth = {
  key: string;
  turn: number;
  y: number;
  grown: readonly BranchNode[];
  all: readonly BranchNode[];
  open: boolean;
  nodes: FlowNode[];
  edges: FlowEdge[];
};

/** Places the branches of one beat, each followed by its own branches. Returns their height. */
function grow({ key, turn, y, grown, all, open, nodes, edges }: Growth): number {
  if (grown.length === 0) return 0;
  const fork = `fork-${turn}`;
  nodes.push({
    id: fork,
    x: X.branch,
    y,
    type: "fork",
    turn,
    count: grown.length,
    open,
    live: grown.some(({ live }) => live),
  });
  edges.push({ id: fork, from: key, to: fork, kind: "branch" });
  if (!open) return HEIGHT.fork;
  let row = 0;
  const place = (branch: BranchNode, from: string, depth: number) => {
    const name = `branch-${branch.id}`;
    nodes.push({
      id: name,
      x: X.branch + (depth + 1) * 16,
      y: y + FORK + row++ * (HEIGHT.branch + GAP.branch),
      type: "branch",
      branch,
      depth,
    });
    edges.push({ id: name, from, to: name, kind: "branch" });
    for (const child of all) if (child.parent === branch.id) place(child, name, depth + 1);
  };
  for (const branch of grown) place(branch, fork, 0);
  return FORK + row * (HEIGHT.branch + GAP.branch);
}
