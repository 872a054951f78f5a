/** The list of sessions. */
import type { z } from "zod";
import type { SessionCard, SessionPage, sessionQuery } from "../../../contract/index.ts";
import { cutPage, facetsOf, hasWords, isLike } from "./narrow-list.ts";
import type { IndexedSession } from "../session-index.ts";

const told = (value: string): string | undefined => (value === "?" ? undefined : value);
const sessionParts = {
  story: ({ story }: SessionCard) => told(story),
  prompt: ({ prompt }: SessionCard) => told(prompt),
  narrator: ({ narrator }: SessionCard) => told(narrator),
  outcome: ({ outcome }: SessionCard) => outcome,
};

/** Those in play first, then those that were played last. */
export function listSessions(
  all: readonly IndexedSession[],
  { cursor, limit, q, own, ...wish }: z.output<typeof sessionQuery>,
): SessionPage {
  const cards = all.filter(({ of }) => own === undefined || of === undefined).map(({ card }) => card);
  const found = new Set(q === undefined ? cards : cards.filter((card) => hasWords(textOf(card), q)));
  const fitting = [...found].filter((card) => isLike(card, { parts: sessionParts, wish })).sort(newestFirst);
  const { rows: sessions, ...page } = cutPage(fitting, { cursor, limit, keyOf: ({ id }) => id });
  return { sessions, ...page, facets: facetsOf(cards, { parts: sessionParts, wish, among: found }) };
}

const textOf = ({ id, story, prompt, narrator, outcome, why, seed = "" }: SessionCard): string =>
  [id, story, prompt, narrator, outcome, why, seed].join(" ");

const newestFirst = (a: SessionCard, b: SessionCard): number =>
  Number(b.live) - Number(a.live) ||
  (b.lastAt ?? "").localeCompare(a.lastAt ?? "") ||
  a.id.localeCompare(b.id);
