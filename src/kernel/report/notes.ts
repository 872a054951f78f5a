/** Notes in words: what readers of a run's numbers must know. */
import { type Note, noteCode, type NoteCode, type NoteCount } from "../../contract/index.ts";
import { counted, inline, shorten } from "./markdown.ts";

const TITLES: Record<NoteCode, string> = {
  resumed: "Resumed",
  "unknown-ids": "No returned id is known",
  recording: "Played from a recording",
  "one-key": "One-key mode",
  "no-key": "No key",
  "offline-models": "Offline models",
  "words-alone": "Words alone",
  "read-leniently": "Accepted, but not as documented",
  "other-model": "Another model answered",
  "character-drawn": "Character drawn from the story",
  "no-classifier": "No classifier",
  marker: "Marker",
  "narration-cut": "Narration cut",
  "reply-cut": "Reply cut",
  "history-summarised": "History summarised",
  "read-afterwards": "Read afterwards",
  "unread-turn": "Not read",
  "void-quote": "Quotes not in the transcript",
  "unconfirmed-finding": "Unconfirmed findings",
  "not-tested": "Not tested",
  "not-scored": "Not scored",
  "not-priced": "Not priced",
  "possibly-billed": "Possibly billed",
  "lost-calls": "Calls missing from the journal",
  "lock-taken-over": "Lock taken over",
  "torn-line": "Incomplete line dropped",
};
const LONGEST = 500;

export const inOrder = (notes: readonly Note[]): Note[] =>
  notes.toSorted((a, b) => noteCode.options.indexOf(a.code) - noteCode.options.indexOf(b.code));

/** One note in a line of plain text. */
export const noteLine = (note: Note): string => lineOf(note, (text) => text);

function lineOf({ code, turns = [], text }: Note, shown: (text: string) => string): string {
  const title = turns.length === 0 ? TITLES[code] : `${TITLES[code]} in ${turnList(turns)}`;
  return `${title}: ${shown(shorten(text, LONGEST))}`;
}

/** Enough for a terminal or a comment. */
const SHOWN = 8;

/** The notes where space is short; the report has all of them. */
export const noteLines = (notes: readonly Note[]): string[] => [
  ...notes.slice(0, SHOWN).map(noteLine),
  ...(notes.length > SHOWN ? [`and ${notes.length - SHOWN} more, in the report`] : []),
];

/** The same block in every report of one run. Nothing where there is nothing to note. */
export const notesSection = (notes: readonly Note[]): string[] =>
  section(notes.map((note) => `- ${lineOf(note, inline)}`));

/** The same block for reports over many sessions. */
export const noteCountsSection = (counts: readonly NoteCount[]): string[] =>
  section(
    counts.map(({ code, sessions, turns, text }) => {
      const often = [counted(sessions, "session"), turns === 0 ? [] : counted(turns, "turn")].flat();
      return `- ${TITLES[code]}: ${often.join(", ")}. Most often: ${inline(shorten(text, LONGEST))}`;
    }),
  );

const section = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ["## Notes", "", ...lines, ""];

/** Sums up the notes of many sessions, code by code. */
export function countNotes(sessions: Iterable<readonly Note[]>): NoteCount[] {
  const codes = new Map<NoteCode, { sessions: number; turns: number; texts: Map<string, number> }>();
  for (const notes of sessions)
    for (const [code, same] of Map.groupBy(notes, ({ code }) => code)) {
      const sum = codes.get(code) ?? { sessions: 0, turns: 0, texts: new Map<string, number>() };
      codes.set(code, sum);
      sum.sessions += 1;
      sum.turns += new Set(same.flatMap(({ turns = [] }) => turns)).size;
      for (const { text, turns = [] } of same)
        sum.texts.set(text, (sum.texts.get(text) ?? 0) + (turns.length || 1));
    }
  return noteCode.options.flatMap((code) => {
    const sum = codes.get(code);
    if (!sum) return [];
    const [text] = [...sum.texts].reduce((most, each) => (each[1] > most[1] ? each : most));
    return [{ code, sessions: sum.sessions, turns: sum.turns, text }];
  });
}

/** "turn 3", "turns 3, 5 to 7". */
export function turnList(turns: readonly number[]): string {
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
