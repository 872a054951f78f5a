/** The words that decided a verdict; their prefix says whether it was a tag, a marker, or a guess after a secret. */
import type { Classification, Segment } from "../../contract/index.ts";

/** Short enough for people to check at a glance. */
const LONGEST = 160;

/** The source of the rules' verdicts. */
export const RULES = "rules";

/** The prefix of evidence from the narrator's own mark of audience or type. */
const TAG = "tag ";
const MARKER = "marker ";
/** The prefix of evidence for text after a secret that may be for all again. */
const LOOSE = "after a secret, perhaps for all: ";

/** The prefix of a note when the rules replaced a model. */
const BY_RULES = /^by rules(?:, asked twice)?: /;
const LONGEST_NOTE = 300;

/** Notes why the requested model did not give the verdict, or not at the first attempt. */
export function standIn(verdict: Classification, why: string, asked = 1): Classification {
  const who = verdict.source === RULES ? "by rules" : "by the model";
  const note = clip(`${who}${asked > 1 ? ", asked twice" : ""}: ${why}`, LONGEST_NOTE);
  return { ...verdict, note: verdict.note === undefined ? note : `${note}; ${verdict.note}` };
}

/** Why the rules classified instead of the model. Undefined: the model classified, or none was requested. */
export const whyByRules = ({ source, note }: Pick<Classification, "source" | "note">): string | undefined =>
  source === RULES && note !== undefined && BY_RULES.test(note) ? note.replace(BY_RULES, "") : undefined;

/** One line, cut between words if it is too long. */
export const clip = (words: string, longest = LONGEST): string => {
  const line = words
    .slice(0, longest * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= longest ? line : `${wholeWords(line, longest - 1)}…`;
};

/** A run without spaces is cut anywhere except inside a surrogate pair. */
function wholeWords(line: string, length: number): string {
  const space = line.lastIndexOf(" ", length);
  return space > length / 2 ? line.slice(0, space) : line.slice(0, length).replace(/[\ud800-\udbff]$/, "");
}

/** The words around a place in a text. */
export function around(
  text: string,
  at: number,
  { before, after }: { before: number; after: number },
): string {
  const [from, to] = [Math.max(0, at - before), at + after];
  const start =
    from === 0 || /\s/.test(text[from - 1]!)
      ? from
      : Math.min(at, from + Math.max(0, text.slice(from).search(/\s/)));
  const [rest = ""] = /^\S{0,30}/.exec(text.slice(to)) ?? [];
  return text.slice(start, /\S/.test(text[to - 1] ?? " ") ? to + rest.length : to).trim();
}

export const tagEvidence = (words: string, more = ""): string => clip(`${TAG}${clip(words, 110)}${more}`);
export const markerEvidence = (words: string): string => clip(`${MARKER}${clip(words, 120)}`);

export const looseEvidence = (words: string): string => clip(`${LOOSE}${words}`);
export const byChance = ({ evidence, source }: Pick<Segment, "evidence" | "source">): boolean =>
  source === RULES && evidence.startsWith(LOOSE);

/** An explicit mark of the narrator outranks any reading of its prose, ours or a model's. */
export const byTag = ({ evidence, source }: Pick<Segment, "evidence" | "source">): boolean =>
  source === RULES && evidence.startsWith(TAG);
export const byMarker = ({ evidence, source }: Pick<Classification, "evidence" | "source">): boolean =>
  source === RULES && evidence.startsWith(MARKER);
