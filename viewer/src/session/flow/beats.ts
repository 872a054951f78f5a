/** The beats on the story's line, and the box each turn belongs to. */
import type { TimelineEntry, Issue } from "../../../../src/contract/index.ts";
import { titled, words } from "../../ui/format.ts";

type BeatKind =
  | "creation"
  | "pulse"
  | "tangent"
  | "recovery"
  | "conclusion"
  | "other"
  | /** A run of turns without an event of their own. */ "between";
export type Beat = {
  /** Stable while a session grows. */ id: string;
  kind: BeatKind;
  turn: number;
  endTurn: number;
  title: string;
  /** What the timeline says of a tangent or its return. */ about?: string;
  errors: number;
  warnings: number;
  /** Happened during a tangent. */ away?: boolean;
};
export type FlowIssue = Pick<Issue, "turn" | "kind" | "severity">;

const kinds: Partial<Record<TimelineEntry["type"], BeatKind>> = {
  "character-creation": "creation",
  pulse: "pulse",
  tangent: "tangent",
  recovery: "recovery",
  conclusion: "conclusion",
};

/** A turn that has only an issue, a private moment, a branch or a beat that the timeline leaves out is shown on the line by its number. */
export function beatsOf({
  timeline,
  issues,
  marked,
  told: numbers = new Map(),
  last,
}: {
  timeline: readonly TimelineEntry[];
  issues: readonly FlowIssue[];
  marked: readonly number[];
  /** The numbers of beats, by their turns: a public file has no titles. */ told?: ReadonlyMap<
    number,
    number
  >;
  last: number;
}): Beat[] {
  const told = timeline.flatMap(({ type, turn, endTurn, title, content, notes }): Beat[] => {
    const kind = kinds[type];
    if (!kind) return [];
    const about = [content, notes].filter(Boolean).join("\n");
    const said = (kind === "tangent" || kind === "recovery") && about !== "" ? { about } : {};
    // Reports number pulses, as the guide's authors do; pages speak of beats.
    const number = type === "pulse" ? (numbers.get(turn) ?? "") : "";
    const name = (title || `${titled(type)} ${number}`.trim()).replace(/^pulse/i, "Beat");
    return [{ id: "", kind, turn, endTurn, title: name, ...said, errors: 0, warnings: 0 }];
  });
  const starts = new Set(
    told.flatMap(({ kind, turn, endTurn }) =>
      kind === "creation" ? Array.from({ length: endTurn - turn + 1 }, (_, at) => turn + at) : [turn],
    ),
  );
  const types = Map.groupBy(issues, ({ turn }) => turn);
  const others = [...new Set([...types.keys(), ...marked])]
    .filter((turn) => turn > 0 && !starts.has(turn))
    .map((turn): Beat => ({
      id: "",
      kind: "other",
      turn,
      endTurn: turn,
      title: [...new Set(types.get(turn)?.map(({ kind }) => words(kind)))].join(", ") || `Turn ${turn}`,
      errors: 0,
      warnings: 0,
    }));
  const known = [...told, ...others].sort((a, b) => a.turn - b.turn);
  const beats = withQuiet(known, last);
  const tangents = told.filter(({ kind }) => kind === "tangent");
  const seen = new Map<string, number>();
  for (const beat of beats) {
    const name = `${beat.kind}-${beat.turn}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    beat.id = seen.get(name) === 1 ? name : `${name}-${seen.get(name)}`;
    beat.away =
      (beat.kind === "other" || beat.kind === "between") &&
      tangents.some(({ turn, endTurn }) => beat.turn > turn && beat.turn < endTurn);
  }
  const byTurn = Map.groupBy(beats, ({ turn }) => turn);
  for (const issue of issues) {
    const beat = boxOf(
      byTurn.get(issue.turn) ??
        beats.filter(({ turn, endTurn }) => turn <= issue.turn && issue.turn <= endTurn),
      issue,
    );
    if (beat) beat[issue.severity === "error" ? "errors" : "warnings"]++;
  }
  return beats;
}

/** Every turn has a box: runs of quiet turns share one. */
function withQuiet(beats: readonly Beat[], last: number): Beat[] {
  let covered = 0;
  const upTo = (endTurn: number): Beat[] => {
    const turn = covered + 1;
    if (endTurn < turn) return [];
    const title = turn === endTurn ? `Turn ${turn}` : `${endTurn - turn + 1} quiet turns`;
    return [{ id: "", kind: "between", turn, endTurn, title, errors: 0, warnings: 0 }];
  };
  const all = beats.flatMap((beat) => {
    const before = upTo(beat.turn - 1);
    covered = Math.max(covered, beat.kind === "tangent" ? beat.turn : beat.endTurn);
    return [...before, beat];
  });
  return [...all, ...upTo(last)];
}

/**
 * A turn can be a return, a pulse and the start of a tangent at once. Tangents are the players' doing, so the
 * narrator's issues go elsewhere.
 */
function boxOf(beats: readonly Beat[], issue: FlowIssue): Beat | undefined {
  const of = (...wanted: BeatKind[]) => beats.find(({ kind }) => wanted.includes(kind));
  return (
    (issue.kind === "forced-segue" ? of("recovery") : undefined) ??
    of("pulse", "conclusion") ??
    of("recovery", "creation", "other") ??
    beats[0]
  );
}

/** The boxes of a turn, or the last that began before it. */
export function boxesAt(
  beats: readonly Beat[],
  turn: number | null,
): { ids: readonly string[]; /** Whether the turn has a box of its own. */ exact: boolean } {
  if (turn === null) return { ids: [], exact: false };
  const own = beats.filter(
    ({ turn: first, endTurn, kind }) =>
      first === turn || ((kind === "creation" || kind === "between") && first <= turn && turn <= endTurn),
  );
  if (own.length > 0) return { ids: own.map(({ id }) => id), exact: true };
  const before = beats.findLast((beat) => beat.turn < turn);
  return { ids: before ? [before.id] : [], exact: false };
}
