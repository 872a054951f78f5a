import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { foldJournal } from "../../kernel/journal/index.ts";
import { JOURNAL_FILE } from "../../kernel/run/index.ts";
import { isSessionFolder, loadLatest } from "../checkpoint/index.ts";
import { readerTurnOf, type ReaderTurn } from "../reader/index.ts";
import { loadReadings, readingPath } from "../readings/index.ts";
import type { Transcript } from "../transcript/index.ts";

/** The turns that a reader has not read yet. `transcript`: what the folder will hold, where it is not there. */
export function turnsToRead(dir: string, reader: string, transcript?: Transcript): readonly ReaderTurn[] {
  if (transcript && !isSessionFolder(dir)) return transcript.turns;
  const { state } = loadLatest(dir);
  const read = new Set(
    loadReadings(dir, state, reader)
      .readings.filter(({ status }) => status === "read")
      .map(({ turn }) => turn),
  );
  const turns = transcript?.turns ?? state.records.map(readerTurnOf);
  return turns.filter(({ turn }) => !read.has(turn));
}

/** What reading a session has cost at most so far, in US dollars. */
export function spentOnReading(dir: string, reader: string): number {
  if (!isSessionFolder(dir)) return 0;
  const isOwn = loadLatest(dir).state.config.observerModel === reader;
  // What playing it has cost is not the reader's.
  if (isOwn && loadLatest(dir).state.config.origin === undefined) return 0;
  const path = join(isOwn ? dir : dirname(readingPath(dir, reader, 1)), JOURNAL_FILE);
  return existsSync(path) ? foldJournal(path).fold.atMostSpent() : 0;
}
