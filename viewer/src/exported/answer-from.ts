import type { TurnPage, TurnView } from "../../../src/contract/index.ts";

/** The file holds whole lists; filters that the server would apply are applied here. */
const lists = ["sessions", "experiments", "rows", "tests", "issues"] as const;

/** What the server would have answered; undefined if the file does not hold it. */
export function answerFrom(answers: Readonly<Record<string, unknown>>, address: string): unknown {
  const { pathname, search, searchParams } = new URL(address, "http://file.invalid");
  const isTurns = pathname.endsWith("/turns");
  const exact = own(answers, `${pathname}${search}`);
  // A player's view is stored under its own address: the full view must not stand in for it.
  const whole = exact ?? (searchParams.has("as") && !isTurns ? undefined : own(answers, pathname));
  if (typeof whole !== "object" || whole === null) return whole;
  if (isTurns) return turnsOf(whole as TurnPage, searchParams);
  const list = lists.find((name) => Array.isArray((whole as Record<string, unknown>)[name]));
  return list === undefined ? whole : chosen(whole as Record<string, unknown>, { list, query: searchParams });
}

/** Inherited properties of an object are not answers. */
const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

function turnsOf({ turns, total }: TurnPage, query: URLSearchParams): TurnPage {
  const [from, limit, seat] = [
    Number(query.get("from") ?? 1),
    Number(query.get("limit") ?? 50),
    query.get("as"),
  ];
  const rest = turns.filter(({ turn }) => turn >= from);
  const shown = rest.slice(0, limit);
  return {
    turns: seat === null ? shown : shown.map((turn) => throughEyes(turn, Number(seat))),
    total,
    next: rest[limit] ? String(rest[limit].turn) : null,
  };
}

type Row = Record<string, unknown>;

/** Rows that match the query; search words match anywhere. Parameters that are not fields of a row are ignored. */
function chosen(
  page: Record<string, unknown>,
  { list, query }: { list: string; query: URLSearchParams },
): unknown {
  const rows = page[list] as Row[];
  const words = (query.get("q") ?? "").toLowerCase().split(/\s+/);
  const fits = (row: Row) =>
    [...query].every(([name, value]) => fitsOne(row, name, value)) &&
    words.every((word) => JSON.stringify(row).toLowerCase().includes(word));
  const shown = rows.filter(fits);
  return { ...page, [list]: shown, total: shown.length, next: null };
}

function fitsOne(row: Row, name: string, value: string): boolean {
  const said = name === "group" ? row["groups"] : name === "mark" ? marksOf(row) : own(row, name);
  if (Array.isArray(said)) return said.includes(value);
  return typeof said !== "string" || said === value;
}

const marksOf = (row: Row): string[] =>
  ["stale", "overridden", "contested"].filter((mark) =>
    Array.isArray(row[mark]) ? row[mark].length > 0 : row[mark] === true,
  );

/** A turn as one player heard it. Fields are listed one by one, so that a new field stays private. */
function throughEyes(
  { turn, phase, at, ms, relay, narration, players, crossTalk }: TurnView,
  seat: number,
): TurnView {
  return {
    turn,
    phase,
    at,
    ms,
    model: "",
    relay: relay && { seat: relay.seat, text: relay.text },
    narration: narration
      .filter(({ to }) => to === null || to.includes(seat))
      .map(({ text, to }) => ({ text, to: to && [seat] })),
    type: "",
    title: "",
    players: players.map(({ seat: who, says, tells, wants, private: answer, remember }) => ({
      seat: who,
      says,
      ...(tells && { tells }),
      ...(who === seat && {
        ...(wants !== undefined && { wants }),
        ...(answer && { private: answer }),
        ...(remember !== undefined && { remember }),
      }),
    })),
    ...(crossTalk && {
      crossTalk: crossTalk.map(({ seat, says, tells }) => ({ seat, says, tells })),
    }),
    quotes: [],
    issues: [],
    hints: [],
  };
}

const USUAL = {
  message: "This page is not in the exported file.",
  remedy: "Open the original workspace to see it: rehearse serve",
};

/** Why the file does not hold an address: the reason given for it or for one of its parents. */
export function whyMissing(
  problems: Readonly<Record<string, { message: string; remedy: string }>>,
  address: string,
): { message: string; remedy: string } {
  const { pathname } = new URL(address, "http://file.invalid");
  const parts = [pathname, pathname.slice(0, pathname.lastIndexOf("/"))];
  const known = parts.find((part) => Object.hasOwn(problems, part));
  return known === undefined ? USUAL : problems[known]!;
}
