/** How mechanisms write their parts of a report, for a Markdown file or a terminal. */
import type { CheckResults, CheckSummary, GroupScore, Mechanism } from "../../contract/index.ts";
import { inline, markdownTable, quoted, visible } from "../../kernel/report/index.ts";

/** Escapes foreign text: it must not be interpreted as Markdown or by a terminal. */
export type Style = {
  inline(text: string): string;
  quoted(text: string): string;
  bold(text: string): string;
  heading(text: string): string;
  /** Ids with commas, or "none". */
  list(ids: readonly string[]): string;
};

const listed = (inline: (text: string) => string) => (ids: readonly string[]) =>
  ids.length === 0 ? "none" : ids.map(inline).join(", ");
const plainLine = (text: string): string => visible(text).replaceAll(/\s+/g, " ");

export const styles: Record<"markdown" | "plain", Style> = {
  markdown: {
    inline,
    quoted,
    bold: (text) => `**${text}**`,
    heading: (text) => `### ${text}`,
    list: listed(inline),
  },
  plain: {
    inline: plainLine,
    quoted: (text) => visible(text).replaceAll(/^/gm, "    "),
    bold: (text) => text,
    heading: (text) => text,
    list: listed(plainLine),
  },
};

/** A target that names its own stages is not described in the terms of the built-in pipeline. */
export const labelOf = (name: Mechanism, { stages }: Pick<CheckResults["target"], "stages">): string =>
  name === "semantic" && stages ? "Retrieval" : `${name[0]!.toUpperCase()}${name.slice(1)}`;

export const shownScore = (score: number | null | undefined): string =>
  score === null || score === undefined ? "–" : String(score);

/** Sources of expectations that occur. */
export const usedSources = ({
  expectation_sources,
}: Pick<CheckSummary, "expectation_sources">): Array<[source: string, tests: number]> =>
  Object.entries(expectation_sources).filter(([, tests]) => tests > 0);

/** Takes pairs, because an object would sort numeric names first. */
export function groupTable(
  title: string,
  head: string,
  groups: ReadonlyArray<[string, GroupScore]>,
): string[] {
  if (groups.length === 0) return [];
  return [
    `## ${title}`,
    "",
    markdownTable(
      [head, "Avg Score", "Tests", "Hard Fails"],
      groups.map(([name, { avg, tests, hard_fails }]) => [
        inline(name),
        shownScore(avg),
        String(tests),
        String(hard_fails),
      ]),
    ),
    "",
  ];
}
