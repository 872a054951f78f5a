/** What the minimap shows of each turn, in marks and in words. */
import type { SessionView, TurnMark } from "../../../src/contract/index.ts";
import { count } from "../ui/format.ts";
import { inheritedTurns } from "./findings.ts";

export type MapMark = Pick<TurnMark, "turn" | "kind" | "pulse"> & {
  errors: number;
  warnings: number;
  isPrivate: boolean;
  branches: number;
  isUnread: boolean;
  isInherited: boolean;
};

export function minimapMarks({ card, turns, result, branches }: SessionView): MapMark[] {
  const issues = Map.groupBy(result.issues, ({ turn }) => turn);
  const unread = new Set(result.read?.unread.map(({ turn }) => turn));
  const forks = Map.groupBy(
    branches.filter(({ parent }) => parent === card.id),
    // At the turn that is played anew. A story that is continued has none.
    ({ fromTurn }) => Math.min(fromTurn + 1, turns.at(-1)?.turn ?? fromTurn),
  );
  const inherited = inheritedTurns({ card });
  return turns.map(({ turn, kind, pulse, privateTo, issues: all }) => {
    const found = issues.get(turn) ?? [];
    const errors = found.filter(({ severity }) => severity === "error").length;
    return {
      turn,
      kind,
      ...(pulse !== undefined && { pulse }),
      errors,
      // A parent's findings are not in the list; only their number is known.
      warnings: Math.max(found.length, turn <= inherited ? all : 0) - errors,
      isPrivate: privateTo.length > 0,
      branches: forks.get(turn)?.length ?? 0,
      isUnread: unread.has(turn),
      isInherited: turn <= inherited,
    };
  });
}

/** "Turn 7, pulse 3, 1 error, private, 2 branches" */
export function markWords(mark: MapMark): string {
  const { turn, kind, pulse, errors, warnings, isPrivate, branches, isUnread, isInherited } = mark;
  return [
    `Turn ${turn}`,
    ...(pulse !== undefined ? [`pulse ${pulse}`] : kind === "other" ? [] : [kind]),
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
    ...(isPrivate ? ["private"] : []),
    ...(branches > 0 ? [count(branches, "branch", "branches")] : []),
    ...(isUnread ? ["not read"] : []),
    ...(isInherited ? ["the parent's"] : []),
  ].join(", ");
}

/** Where a key moves: along the turns, in pages, or to the ends. Undefined: the key does nothing here. */
export function stepTo(key: string, at: number, turns: number): number | undefined {
  const page = Math.max(1, Math.round(turns / 10));
  const to = {
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    PageUp: at + page,
    PageDown: at - page,
    Home: 0,
    End: turns - 1,
  }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(turns - 1, to));
}
