/** The books of killed and stopped sessions, parsed without the code under test, compared with the server's own. */
import { expect } from "vitest";
import { journalLines } from "../journal-lines.ts";
import type { Entry } from "./playtest-server.ts";

function readJournal(session: string) {
  const lines = journalLines(session);
  const closed = lines.filter((line) => line.type === "end");
  const ends = closed.filter(({ usage }) => usage);
  // An attempt that a stop cut off ends without counts. Unless it never left, it was in flight.
  const ended = new Set(
    closed
      .filter(({ usage, billing }) => usage || billing === "none")
      .map(({ attempt, call }) => `${attempt} ${call}`),
  );
  const done = new Set<string>();
  for (const line of lines) {
    // Answered calls are never made again.
    if (line.type === "start") expect(done.has(line.call), `${session}: ${line.call}`).toBe(false);
    if (line.type === "done") done.add(line.call);
  }
  return {
    ends,
    open: lines
      .filter((line) => line.type === "start")
      .filter(({ call, attempt }) => !ended.has(`${attempt} ${call}`)),
  };
}

/** Of all sessions together. Every end is an answer of the server's, and what the server has beyond them was in flight at a kill. */
export function booksOf(
  sessions: readonly string[],
  log: readonly Entry[],
): { booked: number; atMost: number; inFlight: number } {
  const journals = sessions.map(readJournal);
  const ends = journals.flatMap((journal) => journal.ends);
  const open = journals.flatMap((journal) => journal.open);
  const answers = log
    .filter(({ counted }) => counted)
    .map(({ counted }) => `${counted!.input} ${counted!.output}`);
  for (const { usage } of ends) {
    const at = answers.indexOf(`${usage!.input} ${usage!.output}`);
    expect(at).not.toBe(-1);
    answers.splice(at, 1);
  }
  expect(answers.length).toBeLessThanOrEqual(open.length);
  expect(log.length).toBeLessThanOrEqual(ends.length + open.length);
  const booked = ends.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return {
    booked,
    atMost: booked + open.reduce((sum, { atMost }) => sum + (atMost ?? 0), 0),
    inFlight: open.length,
  };
}
