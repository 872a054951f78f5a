/** Titles that tell rows apart: what differs among the rows of a list comes first. */
import type { OriginRow, SessionCard, VaryingPart } from "../../../src/contract/index.ts";
import { changeWords, diceWords } from "../replay/index.ts";
import { count } from "../ui/index.ts";

export type Title = {
  /** Tells the row from its neighbours. */ lead: string;
  /** The same in all rows, or too long to lead. */ rest: string[];
};

const partWords: Record<VaryingPart, (card: SessionCard) => string | undefined> = {
  prompt: ({ prompt }) => prompt,
  narrator: ({ narrator }) => narrator,
  story: ({ story }) => story,
  players: ({ players }) => count(players, "player"),
  seed: ({ seed }) => (seed === undefined ? undefined : `seed ${seed}`),
};
const parts = Object.keys(partWords) as VaryingPart[];
/** Always shown; the others only if they differ. */
const usual: readonly VaryingPart[] = ["prompt", "narrator", "story"];

/** Without `varies`, everything usual leads. */
export function sessionTitle(card: SessionCard, varies: readonly VaryingPart[] = usual): Title {
  const said = (wanted: readonly VaryingPart[]) => wanted.flatMap((part) => partWords[part](card) ?? []);
  const branch = branchTitle(card);
  const differing = said(parts.filter((part) => varies.includes(part)));
  const same = said(usual.filter((part) => !varies.includes(part)));
  if (branch) return { lead: branch, rest: said(usual) };
  return differing.length > 0
    ? { lead: differing.join(" · "), rest: same }
    : { lead: same.join(" · "), rest: [] };
}

/** What a branch changed, and from which turn on. */
function branchTitle(card: SessionCard): string | undefined {
  const { branchedFrom } = card;
  if (!branchedFrom) return undefined;
  const { changed, replicate, turn } = branchedFrom;
  // A long change is cut at the end of its line: the dice, which tell branches of one replay apart, come first.
  const what = [
    replicate === 0 ? (changed.length > 0 ? "" : "same dice") : diceWords(replicate),
    `from turn ${turn + 1}`,
    changed.length > 0 ? changeWords(changed) : "same settings",
  ];
  return [armWords(card), what.filter(Boolean).join(", ")].filter(Boolean).join(": ");
}

/** The place of a replay in its A/B test, from its name: `0003-b`, or `noise-3-1` for one that measures chance. */
function armWords({ of, id }: SessionCard): string | undefined {
  if (of?.kind !== "ab") return undefined;
  const name = id.slice(id.lastIndexOf("~") + 1);
  const [, pair, arm] = /^0*(\d+)-([ab])$/.exec(name) ?? [];
  if (pair !== undefined && arm !== undefined) return `${arm.toUpperCase()} of pair ${pair}`;
  return name.startsWith("noise-") ? `noise ${name.slice("noise-".length)}` : undefined;
}

export const kindWords: Record<OriginRow["kind"], string> = {
  session: "session",
  matrix: "matrix",
  ab: "A/B test",
  bisect: "bisection",
};

export const originLink = ({ kind, id }: Pick<OriginRow, "kind" | "id">): string =>
  `/${{ session: "sessions", matrix: "matrices", ab: "ab", bisect: "bisects" }[kind]}/${encodeURIComponent(id)}`;

/** What is folded under a row: "3 branches", "2 of 12 sessions match". */
export function foldedWords({ kind, sessions, matching }: OriginRow, filtered: boolean): string {
  const all =
    kind === "session"
      ? count(sessions, "branch", "branches")
      : kind === "matrix"
        ? count(sessions, "session")
        : count(sessions, "replay");
  return filtered && matching < sessions ? `${matching} of ${all}` : all;
}
