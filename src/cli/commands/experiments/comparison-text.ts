/** What a comparison of sessions shows below its verdict: the changed lines of long texts, and the first turn that differs. */
import { shorten } from "../../../kernel/report/index.ts";
import { letter, type ChangedLine, type SessionComparison } from "../../../playtest/index.ts";
import { terminalText } from "../../frame/index.ts";

export const differencesText = ({
  differs,
  firstDifference,
}: Partial<Pick<SessionComparison, "differs" | "firstDifference">>): string[] =>
  [
    ...(differs?.texts ?? []).map(changedText),
    ...(firstDifference ? [firstDifferenceText(firstDifference)] : []),
  ].map(terminalText);

const letters = (indexes: readonly number[]): string => indexes.map(letter).join(", ");

/** Changed lines shown: the first ones are enough to recognise a change. */
const SHOWN_CHANGES = 8;

function changedText({ what, sessions, changes }: SessionComparison["differs"]["texts"][number]): string {
  const shown = changes.slice(0, SHOWN_CHANGES).map((change, index) => {
    const other = changes[change.sign === "-" ? index + 1 : index - 1];
    return `  ${change.sign} ${shorten(fromChange(change, other), 160)}`;
  });
  const left = changes.length - shown.length;
  return [
    `${what}: ${letters(sessions)} against ${letter(0)}`,
    ...shown,
    ...(left > 0 ? [`  … and ${left} more changed lines`] : []),
  ].join("\n");
}

/** A long line is shown from shortly before the place where it was changed. */
function fromChange({ sign, line }: ChangedLine, other: ChangedLine | undefined): string {
  if (other === undefined || other.sign === sign) return line;
  let same = 0;
  while (same < line.length && line[same] === other.line[same]) same++;
  return same > 80 ? `…${line.slice(same - 40)}` : line;
}

const firstDifferenceText = ({
  turn,
  where,
  versions,
}: NonNullable<SessionComparison["firstDifference"]>): string =>
  [
    `First difference: turn ${turn}, ${where}`,
    ...versions.map(({ sessions, text }) => `${letters(sessions)}: ${text}`),
  ].join("\n\n");
