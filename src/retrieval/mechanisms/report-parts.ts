/** How mechanisms write their parts of a report, for a Markdown file, a terminal or a page. */
import type { GroupScore, Mechanism, RankingMetrics } from "../../contract/index.ts";
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

export const labelOf = (name: Mechanism): string => `${name[0]!.toUpperCase()}${name.slice(1)}`;

export const shownScore = (score: number | null | undefined): string =>
  score === null || score === undefined ? "–" : String(score);

/** Beside the points: how many of the right documents were found, and how high. */
export const rankingText = ({ recall, mrr, ndcg, k }: RankingMetrics): string => {
  const shown = (value: number | null) => value?.toFixed(2) ?? "–";
  return `recall ${shown(recall)}, nDCG ${shown(ndcg)}, MRR ${shown(mrr)} (first ${k})`;
};

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

export type EntityList = { label: string; is: "came" | "wanted" | "forbidden"; ids: readonly string[] };

export const entityLines = (lists: readonly EntityList[], { bold, list }: Style): string[] =>
  lists.map(({ label, ids }) => `- ${bold(`${label}:`)} ${list(ids)}`);
