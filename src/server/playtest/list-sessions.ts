import type { z } from "zod";
import type { SessionCard, SessionPage, sessionQuery } from "../../contract/index.ts";
import { cutPage } from "./cut-page.ts";
import type { IndexedSession } from "./session-index.ts";

export type SessionQuery = z.output<typeof sessionQuery>;

export function listSessions(all: readonly IndexedSession[], { cursor, limit, sort, ...wish }: SessionQuery): SessionPage {
  const cards = all.map(({ card }) => card).filter((card) => isWanted(card, wish)).sort(orders[sort]);
  const { rows, ...page } = cutPage(cards, { cursor, limit, keyOf: ({ id }) => id });
  return { sessions: rows, ...page };
}

function isWanted(card: SessionCard, { story, prompt, narrator, outcome, matrix, q }: Omit<SessionQuery, "cursor" | "limit" | "sort">): boolean {
  const is = (wanted: string | undefined, value: string) => wanted === undefined || wanted === value;
  return is(story, card.story) && is(prompt, card.prompt) && is(narrator, card.narrator) && is(outcome, card.outcome) && (matrix === undefined || (card.of?.kind === "matrix" && card.of.id === matrix)) && (q === undefined || hasWords(card, q));
}

/** Every word of a search stands somewhere in what the card says. */
function hasWords({ id, story, prompt, narrator, outcome, why }: SessionCard, q: string): boolean {
  const text = [id, story, prompt, narrator, outcome, why].join(" ").toLowerCase();
  return q.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

type Order = (a: SessionCard, b: SessionCard) => number;
const byId: Order = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
/** What is not known comes last, either way. */
const by = (value: (card: SessionCard) => number | null, way: 1 | -1): Order => (a, b) => {
  const [x, y] = [value(a), value(b)];
  if (x === null || y === null) return x === y ? byId(a, b) : x === null ? 1 : -1;
  return (x - y) * way || byId(a, b);
};
const timeOf = ({ at }: SessionCard): number | null => (at === null ? null : Date.parse(at));

const orders: Record<SessionQuery["sort"], Order> = {
  newest: by(timeOf, -1),
  oldest: by(timeOf, 1),
  best: by(({ overall }) => overall, -1),
  worst: by(({ overall }) => overall, 1),
  dearest: by(({ cost }) => cost, -1),
};
