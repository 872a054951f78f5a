import type { MatrixRowPage, SessionView, TestPage, TurnPage } from "../../contract/index.ts";
import { metricNames } from "../../playtest/index.ts";
import type { Exportable } from "./exportable.ts";
import { publicSession, publicTurns } from "./without-private.ts";

/** What the viewer finds in the page in place of a server. */
export type PageData = { home: string; places: string[]; answers: Record<string, unknown> };
export type Ask = <T>(address: string) => Promise<T>;
export type Collected = { data: PageData; title: string; /** Sessions of a matrix whose words are not in the file. */ leftOut: number };

/** With more than this, nobody can mail the file: the sessions of a matrix that come after it are there in numbers alone. */
const MOST_BYTES = 24_000_000;

type Options = { ask: Ask; isPublic: boolean };

export function collectAnswers({ kind, name }: Exportable, options: Options): Promise<Collected> {
  return { session: sessionAlone, matrix: matrixWhole, check: checkWhole }[kind](name, options);
}

const sessionPath = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;

async function sessionAlone(id: string, options: Options): Promise<Collected> {
  const { view, answers } = await sessionAnswers(id, options);
  const { story, prompt, narrator } = view.card;
  return { data: { home: `/sessions/${encodeURIComponent(id)}`, places: [], answers }, title: `${story} · ${prompt} · ${narrator}`, leftOut: 0 };
}

async function sessionAnswers(id: string, { ask, isPublic }: Options): Promise<{ view: SessionView; answers: Record<string, unknown> }> {
  const path = sessionPath(id);
  const view = await ask<SessionView>(path);
  const turns = await everyPage((from) => ask<TurnPage>(`${path}/turns?limit=200&from=${from ?? 0}`), (page) => page.turns);
  const shown = isPublic ? { view: publicSession(view, turns), turns: publicTurns(turns) } : { view, turns };
  return { view, answers: { [path]: { ...shown.view, result: { ...shown.view.result, dir: id } }, [`${path}/turns`]: { turns: shown.turns, total: turns.length, next: null } } };
}

async function matrixWhole(id: string, options: Options): Promise<Collected> {
  const { ask } = options;
  const path = `/api/matrices/${encodeURIComponent(id)}`;
  const rows = await everyPage((cursor) => ask<MatrixRowPage>(`${path}/rows?limit=500${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`), (page) => page.rows);
  const answers: Record<string, unknown> = {
    "/api/matrices": await ask("/api/matrices"),
    [path]: { ...(await ask<object>(path)), dir: id },
    [`${path}/rows`]: { rows, total: rows.length, next: null },
    // The page asks for what else could be played only to know the metrics' names.
    "/api/choices": { stories: [], prompts: [], narrators: [], metrics: metricNames },
  };
  for (const metric of metricNames) answers[`${path}/heat?metric=${metric}`] = await ask(`${path}/heat?metric=${metric}`);
  const { answers: sessions, cards, leftOut } = await sessionsOf(rows.map(({ sessionId }) => `${id}~${sessionId}`), options);
  const listed = { sessions: cards, total: cards.length, next: null };
  return { data: { home: `/matrices/${encodeURIComponent(id)}`, places: ["/matrices"], answers: { ...answers, ...sessions, "/api/sessions": listed } }, title: id, leftOut };
}

async function sessionsOf(ids: readonly string[], options: Options): Promise<{ answers: Record<string, unknown>; cards: unknown[]; leftOut: number }> {
  const answers: Record<string, unknown> = {};
  const cards: unknown[] = [];
  let [room, leftOut] = [MOST_BYTES, 0];
  for (const id of ids) {
    // Planned, and not played.
    const session = await sessionAnswers(id, options).catch(() => undefined);
    if (!session) continue;
    cards.push(session.view.card);
    room -= JSON.stringify(session.answers).length;
    if (room > 0) Object.assign(answers, session.answers);
    else leftOut += 1;
  }
  return { answers, cards, leftOut };
}

async function checkWhole(name: string, { ask }: Options): Promise<Collected> {
  const tests = await everyPage((cursor) => ask<TestPage>(`/api/retrieval/tests?limit=500${cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`}`), (page) => page.tests);
  const first = await ask<TestPage>("/api/retrieval/tests?limit=1");
  const answers: Record<string, unknown> = { "/api/check-runs": { items: [], total: 0, next: null }, "/api/retrieval/overview": await ask("/api/retrieval/overview"), "/api/retrieval/tests": { ...first, tests, total: tests.length, next: null } };
  for (const { test_id } of tests) answers[`/api/retrieval/tests/${encodeURIComponent(test_id)}`] = await ask(`/api/retrieval/tests/${encodeURIComponent(test_id)}`);
  return { data: { home: "/retrieval", places: ["/retrieval"], answers }, title: name, leftOut: 0 };
}

async function everyPage<Page extends { next: string | null }, Row>(ask: (cursor: string | undefined) => Promise<Page>, rowsOf: (page: Page) => readonly Row[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await ask(cursor);
    rows.push(...rowsOf(page));
    if (page.next === null) return rows;
    cursor = page.next;
  }
}
