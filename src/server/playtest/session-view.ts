import type { SessionView, TurnMark, TurnRecord } from "../../contract/index.ts";
import { timeline, type SessionState } from "../../playtest/index.ts";
import { branchTree } from "./branch-tree.ts";
import type { IndexedSession } from "./session-index.ts";
import type { OpenSession } from "./session-reader.ts";

/** A session without what was said in it: that is asked for turn by turn. */
export function sessionView(
  session: IndexedSession,
  open: OpenSession,
  all: readonly IndexedSession[],
): SessionView {
  const { state, result, damage, isStandIn, isWritten } = open;
  const { group, origin } = state.config;
  const issues = Map.groupBy(state.issues, ({ turn }) => turn);
  const { damage: _seen, ...card } = session.card;
  return {
    as: null,
    card: { ...card, ...(damage.length > 0 && { damage: [...damage] }) },
    result,
    damage: [...damage],
    players: group.players.map(({ seat, archetype, name, model, generatedBackstory, characterForStory }) => ({
      seat,
      archetype: origin
        ? ""
        : !isStandIn
          ? archetype
          : isWritten
            ? (result.models.players[seat]?.archetype ?? "")
            : "",
      name,
      model,
      generatedBackstory,
      characterForStory,
    })),
    // A transcript does not say who speaks for the group.
    spokesperson: origin ? -1 : group.spokesperson,
    timeline: timeline(state),
    turns: state.records.map((record) =>
      turnMark(record, { state, result, issues: issues.get(record.turn)?.length ?? 0 }),
    ),
    branches: branchTree(session, all),
  };
}

function turnMark(
  record: TurnRecord,
  { state, result, issues }: Pick<OpenSession, "state" | "result"> & { issues: number },
): TurnMark {
  const { turn, ms, pulse } = record;
  const paid = result.totals.byTurn[turn];
  return {
    turn,
    kind: kindOf(record, state),
    ...(pulse !== undefined && { pulse }),
    cost: paid && paid.unpriced === 0 ? paid.cost : null,
    ms,
    issues,
    privateTo: privateSeats(record),
  };
}

/** What a turn is above all. One that leads back to the story may tell a pulse as well: `pulse` says so. */
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
