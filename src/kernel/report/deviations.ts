import {
  deviationKind,
  type Deviation,
  type DeviationCount,
  type DeviationKind,
} from "../../contract/index.ts";
import { counted, inline, shorten } from "./markdown.ts";

const TITLES: Record<DeviationKind, string> = {
  "classified-by-rules": "Classified by rules instead of the classifier model",
  "narration-cut": "Narration cut",
  "reply-cut": "Reply cut",
  "told-to-nobody": "Passage withheld from everyone",
  "pulse-not-counted": "Pulse not counted",
  "history-summarised": "History summarised",
  "other-model": "Another model answered",
  "unread-turn": "Unread turns",
  "void-quote": "Quotes not in the transcript",
  "unconfirmed-finding": "Unconfirmed findings",
  "built-in-answered": "Built-in rules answered for the target",
  "not-scored": "Not scored",
  "damaged-file": "Damaged file",
};
const LONGEST = 300;

/** The same block in every report of one run: the deviations. */
export const deviationsSection = (deviations: readonly Deviation[]): string[] =>
  section(deviations.map((each) => `- ${lineOf(each, inline)}`));

/** One deviation in a line, for terminals. */
export const deviationLine = (deviation: Deviation): string => lineOf(deviation, (text) => text);

const lineOf = ({ kind, turns, what, source }: Deviation, shown: (text: string) => string): string =>
  `${kind === "unread-turn" ? `Unread ${turnList(turns)}` : `${TITLES[kind]}${turns.length === 0 ? "" : ` in ${turnList(turns)}`}`}: ${shown(shorten(what, LONGEST))} (source: ${shown(source)})`;

/** The same block for reports over many sessions. */
export const deviationCountsSection = (counts: readonly DeviationCount[]): string[] =>
  section(
    counts.map(
      ({ kind, sessions, turns, what }) =>
        `- ${TITLES[kind]}: ${counted(sessions, "session")}${turns === 0 ? "" : `, ${counted(turns, "turn")}`}. Most often: ${inline(shorten(what, LONGEST))}`,
    ),
  );

const section = (lines: readonly string[]): string[] => [
  "## Deviations",
  "",
  ...(lines.length === 0 ? ["None."] : lines),
  "",
];

/** Sums up the deviations of many sessions, kind by kind. */
export function countDeviations(sessions: Iterable<readonly Deviation[]>): DeviationCount[] {
  const kinds = new Map<DeviationKind, { sessions: number; turns: number; words: Map<string, number> }>();
  for (const deviations of sessions)
    for (const [kind, same] of Map.groupBy(deviations, ({ kind }) => kind)) {
      const sum = kinds.get(kind) ?? { sessions: 0, turns: 0, words: new Map<string, number>() };
      kinds.set(kind, sum);
      sum.sessions += 1;
      sum.turns += new Set(same.flatMap(({ turns }) => turns)).size;
      for (const { what, turns } of same)
        sum.words.set(what, (sum.words.get(what) ?? 0) + (turns.length || 1));
    }
  return [...kinds]
    .toSorted(([a], [b]) => deviationKind.options.indexOf(a) - deviationKind.options.indexOf(b))
    .map(([kind, { sessions, turns, words }]) => ({
      kind,
      sessions,
      turns,
      what: [...words].reduce((most, each) => (each[1] > most[1] ? each : most))[0],
    }));
}

/** "turn 3", "turns 3, 5 to 7". */
function turnList(turns: readonly number[]): string {
  const runs: Array<[from: number, to: number]> = [];
  for (const turn of [...new Set(turns)].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === turn - 1) last[1] = turn;
    else runs.push([turn, turn]);
  }
  const words = runs.map(([from, to]) =>
    from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`,
  );
  return `turn${new Set(turns).size === 1 ? "" : "s"} ${words.join(", ")}`;
}
