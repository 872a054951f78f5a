/** The findings of a session: which quotes they have in each turn, and where the page opens. */
import type { Issue, Quote, SessionResult, SessionView, TurnView } from "../../../src/contract/index.ts";
import { fromTurnOf } from "../replay/branch-name.ts";

export type Finding = {
  key: string;
  issue: Issue;
  /** Index in the session's list of issues, as used in the address. Null: a hint, or the parent's. */
  index: number | null;
  state: "confirmed" | "hint" | "parent";
};

/** One quote of a finding in the turn that it is from. */
export type Note = {
  finding: Finding;
  quote: Quote;
  /** The finding's own quote, or one that it is compared with. */ isOwn: boolean;
};

export const issueKey = (index: number): string => `issue-${index}`;

/** Findings of a session's own turns. Those of inherited turns belong to the parent. */
export const findingsOf = ({ issues, hints = [] }: Pick<SessionResult, "issues" | "hints">): Finding[] => [
  ...issues.map((issue, index): Finding => ({
    key: issueKey(index),
    issue,
    index,
    state: "confirmed",
  })),
  ...hints.map((issue, at): Finding => ({
    key: `hint-${at}`,
    issue,
    index: null,
    state: "hint",
  })),
];

/** A reader quotes the earlier words first, then those of the turn itself. */
export function sidesOf({ turn, evidence }: Issue): { own: Quote | undefined; others: Quote[] } {
  const own = evidence.findLast((quote) => quote.turn === turn);
  return { own, others: evidence.filter((quote) => quote !== own) };
}

/** A finding without a quote in its own turn is noted there too. */
export function notesOf(finding: Finding): Note[] {
  const { own = { turn: finding.issue.turn, text: "" }, others } = sidesOf(finding.issue);
  return [{ finding, quote: own, isOwn: true }, ...others.map((quote) => ({ finding, quote, isOwn: false }))];
}

export const notesByTurn = (findings: readonly Finding[]): Map<number, Note[]> =>
  Map.groupBy(findings.flatMap(notesOf), ({ quote }) => quote.turn);

/** A branch lists findings of its own turns; those of its parent are in the inherited turns themselves. */
export const notesIn = (
  turn: TurnView,
  { inherited, notes }: { inherited: number; notes: ReadonlyMap<number, readonly Note[]> },
): readonly Note[] => (turn.turn <= inherited ? parentNotes(turn) : (notes.get(turn.turn) ?? none));

const none: never[] = [];

/** The same list for the same turn: a list that changes draws the turn again. */
const known = new WeakMap<object, readonly Note[]>();
function parentNotes(turn: TurnView): readonly Note[] {
  const before = known.get(turn);
  if (before) return before;
  const notes = turn.issues.flatMap((issue, at) =>
    notesOf({ key: `parent-${turn.turn}-${at}`, issue, index: null, state: "parent" }).filter(
      ({ quote }) => quote.turn === turn.turn,
    ),
  );
  known.set(turn, notes);
  return notes;
}

/** Whether an issue is about this turn: it is in the turn, or quotes it. */
export const isAbout = ({ turn, evidence }: Issue, at: number): boolean =>
  turn === at || evidence.some((quote) => quote.turn === at);

/** The index of the finding that a replay of this turn is to fix: the chosen one if it is in the turn, else its first. */
export function findingOf(
  issues: readonly Issue[],
  { turn, chosen }: { turn: number; chosen: number | null },
): number | undefined {
  if (chosen !== null && issues[chosen]?.turn === turn) return chosen;
  const first = issues.findIndex((issue) => issue.turn === turn);
  return first < 0 ? undefined : first;
}

/** The finding after the chosen one, wrapping around; the first if none is chosen. */
export function nextFinding(
  findings: readonly Finding[],
  chosen: number | null,
  by: 1 | -1,
): Finding | undefined {
  const confirmed = findings.filter(({ index }) => index !== null);
  const at = confirmed.findIndex(({ index }) => index === chosen);
  return at < 0 ? confirmed.at(by > 0 ? 0 : -1) : confirmed[(at + by + confirmed.length) % confirmed.length];
}

type Asked = { turn: number | null; issue: number | null; as: number | null; onIssues: boolean };

/** The index of the finding that cost most points; -1: there is none. A public file does not name it. */
export const worstOf = ({ card, result }: Pick<SessionView, "card" | "result">): number =>
  result.issues.findIndex(({ id }) => card.worst === undefined || id === card.worst.id);

/** Where the page opens: at what the address names; else at a branch's first own turn; else at the worst finding. */
export function startingPlace(
  view: Pick<SessionView, "result" | "card" | "turns">,
  { turn, issue, as, onIssues }: Asked,
): { turn: number | null; issue: number | null } {
  const { issues } = view.result;
  if (as !== null) return { turn, issue: null };
  if (issue !== null) return { turn: turn ?? issues[issue]?.turn ?? null, issue };
  if (turn !== null) {
    // A link to a failure carries the issue, or at least its turn.
    const linked = onIssues ? issues.findIndex((each) => each.turn === turn) : -1;
    return { turn, issue: linked < 0 ? null : linked };
  }
  const inherited = fromTurnOf(view.card);
  if (inherited > 0)
    return { turn: view.turns.find((mark) => mark.turn > inherited)?.turn ?? null, issue: null };
  const worst = worstOf(view);
  return worst < 0 ? { turn: null, issue: null } : { turn: issues[worst]!.turn, issue: worst };
}
