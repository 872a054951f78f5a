/** Searches all sessions. Transcripts are read in the background from the first search on, a slice at a time. */
import { setTimeout } from "node:timers/promises";
import type { z } from "zod";
import type { SearchPage, searchQuery } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { runInSlices, type IndexedSession, type SessionIndex } from "../playtest/index.ts";
import { invalid } from "../problem.ts";
import { passagesIn, type Text } from "./passages.ts";
import { hasTerms, snippetOf, termsOf, wordsOf, type Term } from "./search-terms.ts";
import { createWordIndex } from "./word-index.ts";

/** A search waits this long for transcripts that have not been read, and looks this long into those that have. */
const PATIENCE_MS = 300;
const LOOK_MS = 400;
/** Passages shown per session; the others are counted. */
const MOST_PASSAGES = 4;
/** Texts of sessions kept in memory, in characters. */
const MOST_KEPT = 24_000_000;

export type Search = {
  find(query: z.output<typeof searchQuery>): Promise<SearchPage>;
  close(): Promise<void>;
};

export function openSearch({ index, clock }: { index: SessionIndex; clock: Clock }): Search {
  const words = createWordIndex();
  const texts = createTextCache();
  const stamps = new Map<string, number>();
  let reading: { read: number; of: number; done: Promise<void> } | undefined;
  let closed = false;

  const isRead = ({ id, stamp }: IndexedSession) => stamps.get(id) === stamp;

  function* read(session: IndexedSession): Generator<void, Text[], void> {
    const known = texts.get(session);
    if (known) return known;
    const passages = yield* passagesIn(session);
    texts.put(session, passages);
    return passages;
  }

  /** Reads what has changed, newest first. One that cannot be read has nothing to find. */
  function* readAll(sessions: readonly IndexedSession[]): Generator<void, void, void> {
    for (const session of sessions) {
      if (closed) return;
      const found = new Set<string>();
      for (const { text } of (yield* readable(read(session))) ?? [])
        for (const word of wordsOf(text)) found.add(word);
      words.put(session.id, found);
      stamps.set(session.id, session.stamp);
      reading!.read += 1;
      yield;
    }
  }

  /** Waits for a while; the reading continues without a listener. */
  async function catchUp(sessions: readonly IndexedSession[]): Promise<SearchPage["indexing"]> {
    const there = new Set(sessions.map(({ id }) => id));
    for (const id of stamps.keys())
      if (!there.has(id)) {
        stamps.delete(id);
        words.delete(id);
        texts.delete(id);
      }
    const fresh = sessions.filter((each) => !isRead(each));
    if (!reading && fresh.length > 0) {
      const mine = { read: 0, of: fresh.length, done: Promise.resolve() };
      reading = mine;
      mine.done = runInSlices(readAll(fresh), clock).finally(() => (reading = undefined));
      // The caller that waits for it gets the error; later searches start again.
      mine.done.catch(() => {});
    }
    if (!reading) return undefined;
    await Promise.race([reading.done, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
    const left = sessions.filter((each) => !isRead(each)).length;
    return left === 0 ? undefined : { read: sessions.length - left, of: sessions.length };
  }

  return {
    async find({ q, cursor, limit }) {
      const terms = termsOf(q);
      const sessions = newestFirst(await index.all());
      const indexing = await catchUp(sessions);
      const candidates = words.candidates(terms);
      const after = cursor === undefined ? 0 : placeOf(cursor, sessions) + 1;
      const rest = sessions.slice(after).filter(({ id }) => candidates.has(id));
      const results: SearchPage["results"] = [];
      const until = clock.now() + LOOK_MS;
      let looked = 0;
      for (const session of rest) {
        if (results.length === limit || (looked > 0 && clock.now() > until)) break;
        looked += 1;
        const passages = (await runInSlices(readable(read(session)), clock)) ?? [];
        const hits = passages.filter(({ text }) => hasTerms(text, terms));
        if (hits.length > 0) results.push(resultOf(session, hits, terms));
      }
      return {
        results,
        next: looked < rest.length ? rest[looked - 1]!.id : null,
        ...(indexing && { indexing }),
      };
    },
    async close() {
      closed = true;
      await reading?.done.catch(() => {});
    },
  };
}

/** A session may be moved or deleted while it is read; then it has no passages. */
function* readable<Result>(steps: Generator<void, Result, void>): Generator<void, Result | undefined, void> {
  try {
    return yield* steps;
  } catch {
    return undefined;
  }
}

const newestFirst = (sessions: readonly IndexedSession[]): IndexedSession[] =>
  sessions
    .filter(({ card }) => card.unreadable === undefined)
    .sort((a, b) => compare(b.card.at ?? "", a.card.at ?? "") || compare(a.id, b.id));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function placeOf(cursor: string, sessions: readonly IndexedSession[]): number {
  const at = sessions.findIndex(({ id }) => id === cursor);
  if (at < 0)
    throw invalid([
      { field: "cursor", in: "query", message: "no longer in the list: start again without a cursor" },
    ]);
  return at;
}

function resultOf(
  { card: { id, of, story, prompt, narrator, seed, at, branchedFrom } }: IndexedSession,
  hits: readonly Text[],
  terms: readonly Term[],
): SearchPage["results"][number] {
  return {
    session: {
      id,
      ...(of && { of }),
      story,
      prompt,
      narrator,
      ...(seed !== undefined && { seed }),
      at,
      ...(branchedFrom && { branchedFrom }),
    },
    hits: hits.length,
    passages: hits
      .slice(0, MOST_PASSAGES)
      .map(({ text, ...passage }) => ({ ...passage, snippet: snippetOf(text, terms) })),
  };
}

/** The texts that were used last. While transcripts are read, those read first stay: they are the newest. */
function createTextCache() {
  const kept = new Map<string, { stamp: number; size: number; passages: Text[] }>();
  let size = 0;
  const forget = (id: string) => {
    size -= kept.get(id)?.size ?? 0;
    kept.delete(id);
  };
  return {
    delete: forget,
    get({ id, stamp }: IndexedSession): Text[] | undefined {
      const known = kept.get(id);
      return known?.stamp === stamp ? known.passages : undefined;
    },
    put({ id, stamp }: IndexedSession, passages: Text[]) {
      forget(id);
      const own = passages.reduce((sum, { text }) => sum + text.length, 0);
      if (size + own > MOST_KEPT) return;
      kept.set(id, { stamp, size: own, passages });
      size += own;
    },
  };
}
