/** A session as its page shows it: turns in numbers, and the tree of its branches. */
import { basename } from "node:path";
import {
  asSeenBy,
  sessionView as sessionViewShape,
  turnPage,
  type TurnPage,
  type SessionCard,
  type SessionView,
  type TurnMark,
  type TurnRecord,
} from "../../../contract/index.ts";
import { timeline, type Calibrations, type SessionState } from "../../../playtest/index.ts";
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
    // A turn has its narration itself.
    timeline: timeline(state, result.issues).map((entry) =>
      REPEATING.has(entry.type) ? { ...entry, content: "" } : entry,
    ),
    turns: state.records.map((record) => turnMark(record, { state, result })),
    branches: branchTree(session, all),
    verdict: verdict && verdictView(verdict, calibrations),
    observed: origin && true,
  };
}

const REPEATING = new Set(["pulse", "character-creation", "conclusion"]);

/** The model that answered. The session may have asked for another. */
const playedBy = (asked: string, answered: string | undefined): string =>
  answered === undefined || answered === asked || (asked === "house" && answered.startsWith("house/"))
    ? asked
    : `${answered} (requested: ${asked})`;

function turnMark(record: TurnRecord, { state, result }: Pick<OpenSession, "state" | "result">): TurnMark {
  const { turn, ms, pulse, alsoPulses = [] } = record;
  return {
    turn,
    kind: kindOf(record, state),
    pulse,
    pulses: alsoPulses.length > 0 ? 1 + alsoPulses.length : undefined,
    ms,
    recorded: result.totals.byTurn[turn]?.recorded && true,
    issues: result.issues.filter((issue) => issue.turn <= turn && turn <= issue.lastTurn).length,
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

/** A larger tree would be unreadable. */
const MOST = 500;

/** The session's whole family, from the first existing ancestor: parents before their branches. */
function branchTree(session: IndexedSession, all: readonly IndexedSession[]): SessionCard[] {
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
  const nodes: SessionCard[] = [];
  const visited = new Set<string>();
  const visit = (each: IndexedSession, parent?: string): void => {
    if (nodes.length >= MOST || visited.has(each.id)) return;
    visited.add(each.id);
    nodes.push(parent === undefined ? each.card : { ...each.card, parent });
    for (const child of children.get(each.id) ?? []) visit(child, each.id);
  };
  visit(root);
  return nodes;
}

/** Finds the session that another branched from; undefined if it is not there. */
function parentsAmong(
  all: readonly IndexedSession[],
): (session: IndexedSession) => IndexedSession | undefined {
  const bySessionId = Map.groupBy(all, ({ sessionId }) => sessionId);
  return ({ card: { branchedFrom }, beside, id }) => {
    const named = branchedFrom
      ? (bySessionId.get(branchedFrom.sessionId) ?? []).filter((each) => each.id !== id)
      : [];
    // Matrices number their sessions alike: the one in the same folder is meant. Replays of a test come from elsewhere.
    const near = named.filter((each) => each.beside === beside);
    // So is the one with the matching name: a copied folder has the same id inside.
    return near.find(({ dir, sessionId }) => basename(dir) === sessionId) ?? near[0] ?? named[0];
  };
}

/** As a player at the table knows it, who has not heard what was tested and what was found. */
export function playerView(view: SessionView, seat: number): SessionView {
  const seen = asSeenBy(sessionViewShape, { ...view, as: seat }, seat);
  const { verdict: _, ...result } = seen.result;
  return {
    ...seen,
    card: { ...seen.card, ...UNKNOWN, issues: null, errors: 0, pointsLost: null, worst: undefined },
    result: { ...result, ...UNKNOWN, issues: [], metrics: null },
    turns: seen.turns.map((mark) => ({ ...mark, issues: 0 })),
  };
}

const UNKNOWN = { prompt: "", narrator: "", overall: null, branchedFrom: undefined };

export function playerTurns(page: TurnPage, seat: number): TurnPage {
  const { turns } = asSeenBy(turnPage, page, seat);
  return { ...page, turns: turns.map((turn) => ({ ...turn, issues: [] })) };
}
