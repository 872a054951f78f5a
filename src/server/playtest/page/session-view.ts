/** A session as its page shows it: turns in numbers, the tree of its branches, and the same in one player's view. */
import {
  formatVersion,
  type BranchNode,
  type SessionResult,
  type SessionView,
  type TimelineEntry,
  type TurnMark,
  type TurnRecord,
} from "../../../contract/index.ts";
import { createFold } from "../../../kernel/journal/index.ts";
import { sharingText, timeline, type Calibrations, type SessionState } from "../../../playtest/index.ts";
import { parentsAmong } from "../lists/index.ts";
import { whyUnreadable } from "../session-card.ts";
import type { IndexedSession } from "../session-index.ts";
import type { OpenSession } from "../session-reader.ts";
import { verdictView } from "./verdict-view.ts";

/** A session without its words: those are requested turn by turn. */
export function sessionView(
  session: IndexedSession,
  open: OpenSession,
  { all, calibrations }: { all: readonly IndexedSession[]; calibrations?: Calibrations | undefined },
): SessionView {
  const { state, result, verdict, unreadable } = open;
  const { group, origin } = state.config;
  return {
    as: null,
    card: unreadable
      ? { ...session.card, turns: state.turn, unreadable: whyUnreadable(session.dir, unreadable) }
      : session.card,
    result,
    players: group.players.map(({ seat, archetype, name, model, generatedBackstory, characterForStory }) => ({
      seat,
      archetype: origin ? "" : archetype,
      name,
      model: origin ? model : playedBy(model, result.models.players[seat]?.model),
      generatedBackstory,
      characterForStory,
    })),
    // A transcript does not name the spokesperson.
    spokesperson: origin ? -1 : group.spokesperson,
    timeline: timeline(state, result.issues),
    turns: state.records.map((record) => turnMark(record, { state, result })),
    branches: branchTree(session, all),
    ...(verdict && { verdict: verdictView(verdict, calibrations) }),
    ...(origin && { observed: true as const }),
  };
}

/** The model that answered. The session may have asked for another. */
const playedBy = (asked: string, answered: string | undefined): string =>
  answered === undefined || answered === asked || (asked === "house" && answered.startsWith("house/"))
    ? asked
    : `${answered} (asked for: ${asked})`;

function turnMark(record: TurnRecord, { state, result }: Pick<OpenSession, "state" | "result">): TurnMark {
  const { turn, ms, pulse, alsoPulses = [] } = record;
  const paid = result.totals.byTurn[turn];
  return {
    turn,
    kind: kindOf(record, state),
    ...(pulse !== undefined && { pulse }),
    ...(alsoPulses.length > 0 && { pulses: 1 + alsoPulses.length }),
    cost: paid && paid.unpriced === 0 ? paid.cost : null,
    ms,
    ...(paid?.recorded && { recorded: true as const }),
    issues: result.issues.filter((issue) => issue.turn <= turn && turn <= issue.lastTurn).length,
    privateTo: privateSeats(record),
  };
}

/** The main type of a turn. One that returns to the story may also tell a pulse: `pulse` says so. */
function kindOf(
  { turn, phase, ending, pulse, ownBeat }: TurnRecord,
  { tangents }: SessionState,
): TurnMark["kind"] {
  if (phase === "creation") return "creation";
  if (ending?.outcome === "completed") return "conclusion";
  if (tangents.some(({ endTurn, recoveryMethod }) => endTurn === turn && recoveryMethod !== "none"))
    return "recovery";
  if (pulse !== undefined || ownBeat) return "pulse";
  return tangents.some(({ startTurn, endTurn = Infinity }) => startTurn <= turn && turn <= endTurn)
    ? "tangent"
    : "other";
}

const privateSeats = ({ classification }: TurnRecord): number[] =>
  [...new Set(classification.segments.flatMap(({ audience }) => (audience === "all" ? [] : audience)))].sort(
    (a, b) => a - b,
  );

/** A larger tree would be unreadable. */
const MOST = 500;

/** The session's whole family, from the first existing ancestor: parents before their branches. */
function branchTree(session: IndexedSession, all: readonly IndexedSession[]): BranchNode[] {
  const parentOf = parentsAmong(all);
  const children = Map.groupBy(
    all.filter(({ card }) => card.branchedFrom),
    (each) => parentOf(each)?.id,
  );
  let root = session;
  for (const seen = new Set([root.id]); ; seen.add(root.id)) {
    const parent = parentOf(root);
    if (!parent || seen.has(parent.id)) break;
    root = parent;
  }
  const nodes: BranchNode[] = [];
  const visited = new Set<string>();
  const visit = (each: IndexedSession, parent: string | null): void => {
    if (nodes.length >= MOST || visited.has(each.id)) return;
    visited.add(each.id);
    const { branchedFrom, turns, story, prompt, narrator, at, outcome, issues, errors, overall, cost, live } =
      each.card;
    nodes.push({
      id: each.id,
      parent,
      fromTurn: branchedFrom?.turn ?? 0,
      turns,
      changed: branchedFrom?.changed ?? [],
      replicate: branchedFrom?.replicate ?? 0,
      story,
      prompt,
      narrator,
      at,
      outcome,
      issues,
      errors,
      overall,
      cost,
      live,
      unreadable: each.card.unreadable !== undefined,
    });
    for (const child of children.get(each.id) ?? []) visit(child, each.id);
  };
  visit(root, null);
  return nodes;
}

/**
 * A session as one player knows it. It contains only the fields named here, so that a new field is never exposed by
 * accident: no finding, score, price, dice or title of the guide, and of the others only that they exist.
 */
export function seenBy(
  seat: number,
  { card, result, players, spokesperson, timeline, turns }: SessionView,
): SessionView {
  const { id, story, at, live, stoppable, notStoppable } = card;
  const concluded = turns.at(-1)?.kind === "conclusion";
  const own = result.privateMoments.filter((moment) => moment.seat === seat);
  return {
    as: seat,
    card: {
      id,
      story,
      prompt: "",
      narrator: "",
      players: players.length,
      outcome: card.outcome,
      why: "",
      turns: card.turns,
      pulses: { detected: 0, expected: 0 },
      issues: 0,
      errors: 0,
      overall: null,
      pointsLost: null,
      cost: null,
      at,
      house: card.house,
      live,
      stoppable,
      ...(notStoppable !== undefined && { notStoppable }),
    },
    result: {
      ...nothingFound,
      sessionId: result.sessionId,
      dir: "",
      story,
      outcome: card.outcome,
      turns: result.turns,
      privateMoments: own.map(({ turn, target, content, response, shared, telling, sharedTurn }) => ({
        turn,
        target,
        seat,
        content,
        response,
        shared,
        ...(telling !== undefined && { telling }),
        ...(sharedTurn !== undefined && { sharedTurn }),
        payoffDetected: false,
      })),
      house: result.house,
      models: {
        ...nothingFound.models,
        players: players.map(({ name }) => ({ name, archetype: "", model: "" })),
      },
    },
    players: players.map((player) =>
      player.seat === seat
        ? player
        : {
            seat: player.seat,
            name: player.name,
            archetype: "",
            model: "",
            generatedBackstory: "",
            characterForStory: "",
          },
    ),
    spokesperson,
    timeline: [
      ...timeline.filter(({ type }) => type === "character-creation"),
      ...own.map(momentEntry),
      ...(concluded
        ? timeline
            .filter(({ type }) => type === "conclusion")
            .map((entry) => ({ ...entry, title: "Conclusion" }))
        : []),
    ].sort((a, b) => a.turn - b.turn),
    turns: turns.map(({ turn, kind, ms, recorded, privateTo }) => ({
      turn,
      kind: kind === "creation" || kind === "conclusion" ? kind : "other",
      cost: null,
      ms,
      ...(recorded && { recorded }),
      issues: 0,
      privateTo: privateTo.includes(seat) ? [seat] : [],
    })),
    branches: [],
  };
}

const momentEntry = (moment: SessionResult["privateMoments"][number]): TimelineEntry => ({
  turn: moment.turn,
  endTurn: moment.turn,
  type: "private-moment",
  title: `Private moment → ${moment.target}`,
  content: moment.content,
  notes: sharingText(moment),
});

const nothingFound: SessionResult = {
  version: formatVersion,
  sessionId: "",
  dir: "",
  story: "",
  prompt: "",
  narrator: "",
  outcome: "unfinished",
  why: "",
  turns: 0,
  pulses: { detected: 0, expected: 0 },
  tangents: [],
  privateMoments: [],
  issues: [],
  metrics: null,
  overall: null,
  cost: { total: 0, byRole: {} },
  tokens: { total: 0, byRole: {} },
  totals: createFold().totals(),
  models: { narrator: "", players: [], classifier: "" },
  house: false,
  seed: "",
  durationMs: 0,
  notes: [],
};
