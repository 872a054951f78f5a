/** Transcript files: sessions played elsewhere, one JSON line per turn. */
import type { z } from "zod";
import { transcriptTurn, type TranscriptTurn } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import { checkName, fileInfo, firstIssues, jsonProblem, readText } from "../../kernel/store/index.ts";
import type { ReaderTurn } from "../reader/index.ts";

/** A session played elsewhere, as the reader gets it, without labels. */
type TranscriptTable = { story: string; names: readonly string[] };
export type Transcript = { session: string; table: TranscriptTable; turns: readonly ReaderTurn[] };

/** All sessions of a transcript file, in order of their first line. */
export function readTranscripts(file: string): Transcript[] {
  const sessions = new Map<string, { table: TranscriptTable; turns: ReaderTurn[] }>();
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
): { table: TranscriptTable; turns: ReaderTurn[] } {
  try {
    checkName(session, "session");
  } catch (error) {
    throw error instanceof HarnessError ? badLine(line, error.message) : error;
  }
  const twice = players.find((name, seat) => players.indexOf(name) !== seat);
  if (twice !== undefined) throw badLine(line, `players lists ${JSON.stringify(twice)} twice`);
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
  relay: relay?.trim() ? relay : undefined,
});

export type TranscriptLine = { file: string; line: number; value: unknown };

const LARGEST_FILE = 64 * 1024 * 1024;
const LONGEST_LINE = 1024 * 1024;
const ONE_OBJECT = "expected one JSON object per line";
const FORMAT = "docs/guide/findings.md describes the format.";

export function readLines(file: string): TranscriptLine[] {
  const lines: TranscriptLine[] = [];
  for (const [index, text] of textOf(file).split("\n").entries()) {
    if (text.trim() === "") continue;
    const at = { file, line: index + 1 };
    if (text.length > LONGEST_LINE)
      throw badLine(at, `the line has ${size(text.length)} characters, more than ${size(LONGEST_LINE)}`);
    try {
      lines.push({ ...at, value: JSON.parse(text) as unknown });
    } catch (error) {
      throw badLine(
        at,
        text.trimStart().startsWith("[")
          ? ONE_OBJECT
          : jsonProblem(text, error).replace(/ at line 1, column/, " at column"),
      );
    }
  }
  if (lines.length === 0)
    throw new HarnessError({ code: "bad-file", message: `${file} has no turns.`, remedy: FORMAT });
  return lines;
}

function textOf(file: string): string {
  const bytes = fileInfo(file)?.size ?? 0;
  if (bytes > LARGEST_FILE)
    throw new HarnessError({
      code: "bad-file",
      message: `${file} has ${size(bytes)} bytes, more than ${size(LARGEST_FILE)}.`,
      remedy: "Split it into several files.",
    });
  // Some editors start a file with a byte order mark.
  return readText(file).replace(/^\uFEFF/, "");
}

/** A parsed line, or an error that names the line and the wrong fields. */
export function parseLine<Schema extends z.ZodType>(line: TranscriptLine, schema: Schema): z.output<Schema> {
  const { success, data, error } = schema.safeParse(line.value);
  if (success) return data;
  throw badLine(line, error.issues[0]!.path.length === 0 ? ONE_OBJECT : firstIssues(error));
}

export const badLine = ({ file, line }: Omit<TranscriptLine, "value">, problem: string): HarnessError =>
  new HarnessError({
    code: "bad-file",
    message: `${file}, line ${line}: ${problem}${/[.?]$/.test(problem) ? "" : "."}`,
    remedy: `Correct the line. ${FORMAT}`,
  });

const size = (count: number): string => count.toLocaleString("en");
