/** The promises of a guide: as sentences for prompts, and as a section of a guide written as text. */
import type { Commitment, Story } from "../../contract/index.ts";
import { typingErrors } from "../../kernel/errors/index.ts";
import { unnumbered } from "./find-beats.ts";
import { headingsOf, plain, type Heading } from "./markdown-parts.ts";

type Titled = ReadonlyArray<{ id: string; title: string }>;

/** One commitment in words, for narrators and readers. */
export function commitmentText(
  { must, mustNever, before }: Commitment,
  guide: Pick<Story, "pulses">,
): string {
  if (must !== undefined) return `Must: ${must}`;
  if (mustNever !== undefined) return `Must never: ${mustNever}`;
  const [first, then] = before!.map((words) => titleOf(guide, words));
  return `Before: ${first} comes before ${then}`;
}

export const titleOf = ({ pulses }: { pulses: Titled }, id: string): string =>
  pulses.find((pulse) => pulse.id === id)?.title ?? id;

/** The lines under a heading "Commitments". The rest of the text has the beats, whose titles become ids. */
export function findCommitments(text: string): {
  commitments: (pulses: Titled) => Commitment[];
  rest: string;
  warnings: string[];
} {
  const headings = headingsOf(text);
  const at = headings.findIndex((heading) => /^commitments:?$/i.test(unnumbered(heading)));
  if (at < 0) return { commitments: () => [], rest: text, warnings: nearMisses(headings) };
  const { start, body } = headings[at]!;
  const end = headings[at + 1]?.start ?? text.length;
  const items = itemsIn(text.slice(body, end)).map((line) => ({ line, read: commitmentIn(line) }));
  return {
    commitments: (pulses) => items.flatMap(({ read }) => (read ? [withIds(read, pulses)] : [])),
    rest: text.slice(0, start) + text.slice(end),
    warnings: items.flatMap(({ line, read }) => (read ? [] : [`Commitments: "${line}" ${whyNot(line)}`])),
  };
}

const nearMisses = (headings: readonly Heading[]): string[] =>
  headings
    .filter((heading) => typingErrors(unnumbered(heading), ["Commitments"]).length > 0)
    .map(({ text }) => `the heading "${text}" starts no commitments. Did you mean "Commitments"?`);

const BULLET = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/;
const KIND = /^(must never|must|before):\s*(.*)$/i;

/** One item per line. A line without a bullet and a kind continues the line above it. */
function itemsIn(section: string): string[] {
  const items: string[] = [];
  let above = "";
  for (const line of section.split("\n")) {
    const words = plain(line.replace(BULLET, ""));
    const continues = above !== "" && !BULLET.test(line) && !KIND.test(words);
    if (words !== "") items.push(continues ? `${items.pop()} ${words}` : words);
    above = words;
  }
  return items;
}

function whyNot(line: string): string {
  if (/^before:/i.test(line)) return 'needs two parts separated by ";"';
  const [kind = ""] = line.split(":", 1);
  const [meant] = typingErrors(kind.slice(0, 20), ["Must", "Must never", "Before"]);
  const hint = meant === undefined || meant === kind ? "" : `. Did you mean "${meant}:"?`;
  return `is not of the form "Must: A", "Must never: A" or "Before: A; B"${hint}`;
}

function commitmentIn(line: string): Commitment | undefined {
  const [, kind = "", words = ""] = KIND.exec(line) ?? [];
  if (words === "") return undefined;
  if (kind.toLowerCase() === "must") return { must: words };
  if (kind.toLowerCase() === "must never") return { mustNever: words };
  const [first, then, ...more] = words.split(";").map((part) => part.trim());
  return first && then && more.length === 0 ? { before: [first, then] } : undefined;
}

function withIds({ before, ...others }: Commitment, pulses: Titled): Commitment {
  const idOf = (words: string) =>
    pulses.find(({ title }) => title.toLowerCase() === words.toLowerCase())?.id ?? words;
  return before ? { before: [idOf(before[0]), idOf(before[1])] } : others;
}
