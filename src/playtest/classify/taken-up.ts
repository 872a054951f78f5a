import { plain, share, shingles, storyWords, words } from "../text/index.ts";

/** So many words in a row are no accident. */
const RUN = 4;
/** Who takes something up does so soon. */
const SOON = 1_200;

/**
 * The group's own words that an output quotes, several in a row, and that no output before had. In
 * quotation marks: what the group does is told in its words too, and is no aside.
 */
export function takenUp(
  relay: string,
  { text, earlier }: { text: string; earlier: readonly string[] },
): string {
  const quotations = inQuotes(text);
  if (quotations.length === 0) return "";
  const said = runs(plain(relay.slice(0, 8_000)));
  const taken = quotations.flatMap((quotation) => [...runs(quotation)]).filter((run) => said.has(run));
  if (taken.length === 0) return "";
  const known = ` ${words(plain(earlier.join("\n"))).join(" ")} `;
  return taken.find((run) => !known.includes(` ${run} `)) ?? "";
}

/** A quotation that the last outputs had too: who quotes it again and again has not let go of it. */
export function dwellsOn(
  text: string,
  { earlier, ofGuide }: { earlier: readonly string[]; ofGuide: ReadonlySet<string> },
): string {
  const before = new Set(earlier.flatMap(quotationsIn));
  return (
    quotationsIn(text).find(
      (quotation) => before.has(quotation) && share(storyWords(quotation), ofGuide) < 1,
    ) ?? ""
  );
}

/** A thing in quotation marks that nobody says: speech has a stop before the mark closes, and signs and titles have capitals. */
const subject = /^(?:\p{Ll}[\p{L}'’-]*)(?: [\p{L}'’-]+){1,9}$/u;

/** What an output is about, where it puts that in quotation marks as though it were a word of its own: "the chair". */
export const quotedSubject = (text: string): string =>
  inQuotes(text).find((quotation) => subject.test(lowerFirst(quotation)) && !/ \p{Lu}/u.test(quotation)) ??
  "";

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What stands in quotation marks, in small letters and without the last stop. */
const quotationsIn = (text: string): string[] =>
  inQuotes(text)
    .map((quotation) => words(quotation).join(" "))
    .filter((quotation) => quotation.includes(" "));

const inQuotes = (text: string): string[] =>
  plain(text.slice(0, SOON))
    .split('"')
    .filter((_, index) => index % 2 === 1);

const runs = (text: string): Set<string> => new Set(shingles(words(text), RUN));
