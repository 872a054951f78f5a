/** Searches all sessions by reading their files, newest first, until there are enough results. */
import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import type { SearchPage, searchQuery } from "../../contract/index.ts";
import type { IndexedSession, SessionIndex } from "../playtest/index.ts";
import { invalid } from "../problem.ts";
import { passagesIn, type Text } from "./passages.ts";
import { hasTerms, snippetOf, termsOf, type Term } from "./search-terms.ts";

/** Passages shown per session; the others are counted. */
const MOST_PASSAGES = 4;

/** `signal`: the caller has left. */
export type Search = (query: z.output<typeof searchQuery>, signal: AbortSignal) => Promise<SearchPage>;

export function createSearch({ index }: { index: SessionIndex }): Search {
  async function find(
    { q, cursor, limit }: z.output<typeof searchQuery>,
    signal: AbortSignal,
  ): Promise<SearchPage> {
    const terms = termsOf(q);
    const sessions = newestFirst(await index.all());
    const from = cursor === undefined ? 0 : placeOf(cursor, sessions) + 1;
    const results: SearchPage["results"] = [];
    for (const session of sessions.slice(from)) {
      if (signal.aborted) break;
      if (results.length === limit) return { results, next: results.at(-1)!.session.id };
      const hits = passagesIn(session).filter(({ text }) => hasTerms(text, terms));
      if (hits.length > 0) results.push(resultOf(session, hits, terms));
      // Other requests are answered between two sessions.
      await setImmediate();
    }
    return { results, next: null };
  }

  let last: Promise<unknown> = Promise.resolve();
  return (query, signal) => {
    // One at a time: each keeps a core busy.
    const mine = last.then(() => find(query, signal));
    last = mine.catch(() => {});
    return mine;
  };
}

const newestFirst = (sessions: readonly IndexedSession[]): IndexedSession[] =>
  sessions
    .filter(({ card }) => card.unreadable === undefined)
    .sort((a, b) => compare(b.card.at ?? "", a.card.at ?? "") || compare(a.id, b.id));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function placeOf(cursor: string, sessions: readonly IndexedSession[]): number {
  const at = sessions.findIndex(({ id }) => id === cursor);
  if (at < 0) throw invalid("cursor", "no longer in the list: start again without a cursor");
  return at;
}

function resultOf(
  { card: { id, of, story, prompt, narrator, seed, at, branchedFrom } }: IndexedSession,
  hits: readonly Text[],
  terms: readonly Term[],
): SearchPage["results"][number] {
  return {
    session: { id, of, story, prompt, narrator, seed, at, branchedFrom },
    hits: hits.length,
    passages: hits
      .slice(0, MOST_PASSAGES)
      .map(({ text, ...passage }) => ({ ...passage, snippet: snippetOf(text, terms) })),
  };
}
