/** Where sessions lost their points: the exact attribution, beside a perfect session or a baseline. */
import type { Cause, MatrixRow } from "../../../../contract/index.ts";
import { inBrackets, shownNumber } from "../../../../kernel/verdict-words/index.ts";
import { because, type BecauseOptions, type Play } from "../../../compare/index.ts";
import { kindOf } from "../../../findings/index.ts";
import { playOf } from "../matrix-rows.ts";

/** The largest losses of these sessions. */
export function lossesOf(
  rows: readonly MatrixRow[],
  { quoteOf }: Pick<BecauseOptions, "quoteOf"> = {},
): Cause[] {
  const plays = rows
    .map((row) => playOf(row, { pair: row.sessionId }))
    .filter(({ overall }) => overall !== null);
  return because(
    plays.map((b) => ({ a: perfect(b), b })),
    { unit: "session", names: { a: "a perfect session", b: "these" }, quoteOf },
  ).map((cause) => ({ ...cause, detail: perSession(cause, rows) ?? cause.detail }));
}

const perfect = ({ judge, ...play }: Play): Play => ({
  ...play,
  overall: 100,
  completion: 1,
  craft: 100,
  judge: judge && 100,
  pointsLost: 0,
  byKind: {},
  untold: [],
});

/** ", mostly stuck moments (4 per session)". */
export function mostlyText(causes: readonly Cause[], rows: readonly MatrixRow[]): string {
  const worst = causes.find(({ points }) => points < 0);
  return worst ? `, mostly ${worst.label}${inBrackets(perSession(worst, rows) ?? touchedText(worst))}` : "";
}

/** Undefined: the cause is not a kind of problem. */
function perSession({ label }: Cause, rows: readonly MatrixRow[]): string | undefined {
  const scores = rows.flatMap(({ score }) => score ?? []);
  const kind = scores
    .flatMap(({ byKind }) => Object.keys(byKind))
    .find((name) => kindOf(name).plural === label);
  if (kind === undefined) return undefined;
  const episodes = scores.reduce((sum, { byKind }) => sum + (byKind[kind]?.episodes ?? 0), 0);
  return `${shownNumber(episodes / scores.length)} per session`;
}

const touchedText = ({ touched }: Cause): string | undefined =>
  touched && `in ${touched.count} of ${touched.of} ${touched.unit}`;
