/** The lists of sessions: all of them, or each under its origin. */
import type { z } from "zod";
import type {
  OriginPage,
  originQuery,
  OriginRow,
  SessionCard,
  SessionPage,
  sessionQuery,
  VaryingPart,
} from "../../../contract/index.ts";
import { sorted, type Sortable } from "./list-order.ts";
import { cutPage, facetsOf, hasWords, isLike } from "./narrow-list.ts";
import { originsOf, parentsAmong, type Origin } from "./session-families.ts";
import type { IndexedSession } from "../session-index.ts";

const told = (value: string): string | undefined => (value === "?" ? undefined : value);
const sessionParts = {
  story: ({ story }: SessionCard) => told(story),
  prompt: ({ prompt }: SessionCard) => told(prompt),
  narrator: ({ narrator }: SessionCard) => told(narrator),
  outcome: ({ outcome }: SessionCard) => outcome,
  matrix: ({ of }: SessionCard) => (of?.kind === "matrix" ? of.id : undefined),
};

function narrow(
  cards: readonly SessionCard[],
  { q, ...wish }: Pick<z.output<typeof originQuery>, keyof typeof sessionParts | "q">,
): { fitting: SessionCard[]; facets: SessionPage["facets"] } {
  const found =
    q === undefined
      ? cards
      : cards.filter(({ id, story, prompt, narrator, outcome, why, seed }) =>
          hasWords([id, story, prompt, narrator, outcome, why, seed ?? ""].join(" "), q),
        );
  return {
    fitting: found.filter((card) => isLike(card, { parts: sessionParts, wish })),
    facets: facetsOf(cards, { parts: sessionParts, wish, among: new Set(found) }),
  };
}

export function listSessions(
  all: readonly IndexedSession[],
  { cursor, limit, sort, order, origin: key, first, ...wish }: z.output<typeof sessionQuery>,
): SessionPage {
  const origin = key === undefined ? undefined : originsOf(all).find((each) => each.key === key);
  const cards =
    key === undefined ? all.map(({ card }) => card) : (origin?.under ?? []).map(cardWithParent(all));
  const { fitting, facets } = narrow(cards, wish);
  // The sessions under an origin have an order of their own.
  const hasOwnOrder = key !== undefined && sort === "newest";
  const inOrder = hasOwnOrder ? fitting : sorted(fitting, cardRow, { sort, order });
  const listed =
    first === "own"
      ? inOrder.toSorted((a, b) => Number(a.of !== undefined) - Number(b.of !== undefined))
      : inOrder;
  const { rows, ...page } = cutPage(listed, { cursor, limit, keyOf: ({ id }) => id });
  return {
    sessions: rows,
    ...page,
    facets,
    varies: varyingIn(fitting),
  };
}

const cardRow = (card: SessionCard): Sortable => ({ ...card, card });

function cardWithParent(all: readonly IndexedSession[]): (session: IndexedSession) => SessionCard {
  const parentOf = parentsAmong(all);
  return (session) => {
    const parent = parentOf(session)?.id;
    return parent === undefined ? session.card : { ...session.card, parent };
  };
}

export const sessionFacets = (cards: readonly SessionCard[]): SessionPage["facets"] =>
  facetsOf(cards, { parts: sessionParts, wish: {} });

/** Sessions under their origins. An origin is listed if it or a session under it passes the filters. */
export function listOrigins(
  all: readonly IndexedSession[],
  { cursor, limit, sort, order, ...wish }: z.output<typeof originQuery>,
): OriginPage {
  const { fitting, facets } = narrow(
    all.map(({ card }) => card),
    wish,
  );
  const fits = new Set(fitting);
  const rows = originsOf(all).flatMap((origin) => {
    const matching = origin.under.filter(({ card }) => fits.has(card)).length;
    return matching > 0 || (origin.session && fits.has(origin.session.card))
      ? [{ ...summaryOf(origin), matching }]
      : [];
  });
  const inOrder = sorted(rows, originSortable, { sort, order });
  const { rows: origins, ...page } = cutPage(inOrder, { cursor, limit, keyOf: ({ key }) => key });
  return {
    origins,
    ...page,
    sessions: fitting.length,
    facets,
    varies: varyingIn(rows.flatMap(({ card }) => card ?? [])),
  };
}

/** An experiment is sorted by the sums of its sessions, a session by its own values; both by their newest session. */
const originSortable = ({ key, live, at, cost, card }: OriginRow): Sortable => ({
  ...(card ? { ...card, card } : { cost }),
  id: key,
  live: live > 0,
  at,
});

const summaries = new WeakMap<Origin, Omit<OriginRow, "matching">>();

function summaryOf(origin: Origin): Omit<OriginRow, "matching"> {
  const known = summaries.get(origin);
  if (known) return known;
  const now = summarise(origin);
  summaries.set(origin, now);
  return now;
}

const ENDS: ReadonlySet<SessionCard["outcome"]> = new Set(["completed", "timeout", "failed", "stopped"]);
/** A few names tell an experiment's row apart; the rest is on its page. */
const MOST_NAMES = 4;

function summarise({ key, kind, id, session, under }: Origin): Omit<OriginRow, "matching"> {
  const cards = [...(session ? [session] : []), ...under].map(({ card }) => card);
  const each = (part: "story" | "prompt" | "narrator"): string[] =>
    session ? [] : [...new Set(cards.flatMap((card) => told(card[part]) ?? []))].slice(0, MOST_NAMES);
  const sum = (value: (card: SessionCard) => number) => cards.reduce((total, card) => total + value(card), 0);
  return {
    key,
    kind,
    id,
    ...(session && { card: session.card }),
    sessions: under.length,
    live: cards.filter(({ live }) => live).length,
    finished: cards.filter(({ live, outcome }) => !live && ENDS.has(outcome)).length,
    failed: cards.filter(({ outcome, unreadable }) => outcome === "failed" || unreadable !== undefined)
      .length,
    cost: cards.some(({ cost }) => cost === null) ? null : sum(({ cost }) => cost ?? 0),
    at: cards.reduce<string | null>((newest, { at }) => (at && at > (newest ?? "") ? at : newest), null),
    stories: each("story"),
    prompts: each("prompt"),
    narrators: each("narrator"),
  };
}

const varyingParts: readonly VaryingPart[] = ["story", "prompt", "narrator", "players", "seed"];

function varyingIn(cards: readonly SessionCard[]): VaryingPart[] {
  const known = cards.filter(({ unreadable }) => unreadable === undefined);
  return varyingParts.filter((part) => known.some((card) => card[part] !== known[0]![part]));
}
