/** Which turns are new or look different now: while a session is played, only these are fetched. */
import type { Issue, Quote, SessionView } from "../../../src/contract/index.ts";

type Seen = Pick<SessionView, "turns" | "result" | "verdict">;

/** A reading that arrives late changes its turn, and a finding also the turns that it quotes. */
export function changedTurns(before: Seen, after: Seen): Set<number> {
  const marks = new Map(before.turns.map((mark) => [mark.turn, JSON.stringify(mark)]));
  return new Set([
    ...after.turns.filter((mark) => JSON.stringify(mark) !== marks.get(mark.turn)).map(({ turn }) => turn),
    ...difference(readIn(before), readIn(after)).map((entry) => Number.parseInt(entry)),
    ...difference(findingsIn(before), findingsIn(after)).flatMap(turnsOf),
    ...difference(judgedIn(before), judgedIn(after)).map((quote) => (JSON.parse(quote) as Quote).turn),
  ]);
}

const difference = (before: readonly string[], after: readonly string[]): string[] => [
  ...new Set(before).symmetricDifference(new Set(after)),
];

/** Such as "12" for a read turn, and "12 no answer" for one that could not be read. */
const readIn = ({ result: { read } }: Seen): string[] => [
  ...(read?.turns.map(String) ?? []),
  ...(read?.unread.map(({ turn, ...rest }) => `${turn} ${JSON.stringify(rest)}`) ?? []),
];

const findingsIn = ({ result: { issues, hints = [] } }: Seen): string[] => [
  ...issues.map((issue) => JSON.stringify(issue)),
  ...hints.map((hint) => JSON.stringify(hint)),
];

/** The quotes of a judge, which are marked in their turns. */
const judgedIn = ({ verdict }: Seen): string[] =>
  Object.values(verdict?.scores ?? {}).flatMap(({ quotes }) => quotes.map((quote) => JSON.stringify(quote)));

const turnsOf = (finding: string): number[] => {
  const { turn, evidence } = JSON.parse(finding) as Issue;
  return [turn, ...evidence.map((quote) => quote.turn)];
};
