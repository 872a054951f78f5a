import { transcriptTurn, type TranscriptTurn } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import { checkName } from "../../kernel/store/index.ts";
import type { ReaderTable, ReaderTurn } from "../reader/index.ts";
import { badLine, parseLine, readLines, type TranscriptLine } from "./read-lines.ts";

/** A session that was played elsewhere, as the reader gets it. Labels are not part of it. */
export type Transcript = { session: string; table: ReaderTable; turns: readonly ReaderTurn[] };

/** All sessions of a transcript file, in the order in which they begin. */
export function readTranscripts(file: string): Transcript[] {
  const sessions = new Map<string, { table: ReaderTable; turns: ReaderTurn[] }>();
  for (const line of readLines(file)) {
    const given = parseLine(line, transcriptTurn);
    const session = sessions.get(given.session) ?? newSession(line, given);
    sessions.set(given.session, session);
    requireNext(line, given, session);
    session.turns.push(turnOf(line, given));
  }
  return [...sessions].map(([session, rest]) => ({ session, ...rest }));
}

function newSession(
  line: TranscriptLine,
  { session, story, players }: TranscriptTurn,
): { table: ReaderTable; turns: ReaderTurn[] } {
  try {
    checkName(session, "session");
  } catch (error) {
    throw error instanceof HarnessError ? badLine(line, error.message) : error;
  }
  const twice = players.find((name, seat) => players.indexOf(name) !== seat);
  if (twice !== undefined) throw badLine(line, `players names ${JSON.stringify(twice)} twice`);
  return { table: { story, names: players }, turns: [] };
}

function requireNext(
  line: TranscriptLine,
  { session, turn, story, players }: TranscriptTurn,
  { table, turns }: Pick<Transcript, "table" | "turns">,
): void {
  const next = turns.length + 1;
  if (turn < next) throw badLine(line, `session ${session} has turn ${turn} already`);
  if (turn > next) throw badLine(line, `turn ${next} of session ${session} is missing before turn ${turn}`);
  if (story !== table.story) throw badLine(line, `story differs from turn 1 of session ${session}`);
  if (players.join("\n") !== table.names.join("\n"))
    throw badLine(line, `players differ from turn 1 of session ${session}: ${table.names.join(", ")}`);
}

const turnOf = (
  line: TranscriptLine,
  { turn, narrator, players, said, relay }: TranscriptTurn,
): ReaderTurn => ({
  turn,
  phase: "story",
  narration: narrator,
  talk: said.map(({ name, says }) => {
    const seat = players.indexOf(name);
    if (seat < 0)
      throw badLine(
        line,
        `${JSON.stringify(name)} speaks, but is not one of the players (${players.join(", ")}). ${suggestion(name, players)}`.trimEnd(),
      );
    return { seat, says };
  }),
  ...(relay?.trim() && { relay }),
});
