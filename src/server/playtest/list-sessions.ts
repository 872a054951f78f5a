import type { z } from "zod";
import type { SessionCard, SessionPage, sessionQuery } from "../../contract/index.ts";
import { cutPage } from "./cut-page.ts";
import { facetsOf, isLike } from "./facets-of.ts";
import type { IndexedSession } from "./session-index.ts";

export type SessionQuery = z.output<typeof sessionQuery>;

const told = (value: string): string | undefined => (value === "?" ? undefined : value);
const parts = {
  story: ({ story }: SessionCard) => told(story),
  prompt: ({ prompt }: SessionCard) => told(prompt),
  narrator: ({ narrator }: SessionCard) => told(narrator),
  outcome: ({ outcome }: SessionCard) => outcome,
  matrix: ({ of }: SessionCard) => (of?.kind === "matrix" ? of.id : undefined),
};

export function listSessions(
  all: readonly IndexedSession[],
  { cursor, limit, sort, q, ...wish }: SessionQuery,
): SessionPage {
  const cards = all.map(({ card }) => card);
  const found = q === undefined ? cards : cards.filter((card) => hasWords(card, q));
  const { rows, ...page } = cutPage(
    found.filter((card) => isLike(card, { parts, wish })).sort(orders[sort]),
    { cursor, limit, keyOf: ({ id }) => id },
  );
  return { sessions: rows, ...page, facets: facetsOf(cards, { parts, wish, among: new Set(found) }) };
}

/** Of these and no others. */
export const sessionFacets = (cards: readonly SessionCard[]): SessionPage["facets"] =>
  facetsOf(cards, { parts, wish: {} });

/** Every word of a search stands somewhere in what the card says. */
function hasWords({ id, story, prompt, narrator, outcome, why }: SessionCard, q: string): boolean {
  const text = [id, story, prompt, narrator, outcome, why].join(" ").toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type Order = (a: SessionCard, b: SessionCard) => number;
const byId: Order = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
/** What is not known comes last, either way. */
const by =
  (value: (card: SessionCard) => number | null, way: 1 | -1): Order =>
  (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return x === y ? byId(a, b) : x === null ? 1 : -1;
    return (x - y) * way || byId(a, b);
  };
const timeOf = ({ at }: SessionCard): number | null => (at === null ? null : Date.parse(at));

const byTime = by(timeOf, -1);
/** Under the newest, what is being played comes first, however long ago it was begun. */
const orders: Record<SessionQuery["sort"], Order> = {
  newest: (a, b) => Number(b.live) - Number(a.live) || byTime(a, b),
  oldest: by(timeOf, 1),
  dearest: by(({ cost }) => cost, -1),
};
