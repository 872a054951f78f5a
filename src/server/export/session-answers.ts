/** The viewer's requests about a session, and the form in which a page holds answers. */
import type {
  SessionCard,
  SessionResult,
  SessionTexts,
  SessionView,
  TurnPage,
} from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { publicSession } from "./public-session.ts";
import { publicTurns } from "./public-turns.ts";

export const sessionPath = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;

/** A session with every turn; also in each player's view, unless the file is public anyway. */
export async function sessionAnswers(
  id: string,
  { ask, isPublic }: CollectOptions,
): Promise<{
  card: SessionCard;
  /** Issues about private content, which a public file does not show. */
  withheld: number;
  /** Why its later turns are missing. */
  unreadable: string | undefined;
  answers: Answers;
}> {
  const path = sessionPath(id);
  const view = await ask<SessionView>(path);
  const turns = await everyPage(
    (from) => ask<TurnPage>(`${path}/turns?limit=200&from=${from ?? 0}`),
    (page) => page.turns,
  );
  const page = (turns: TurnPage["turns"]): TurnPage => ({ turns, total: turns.length, next: null });
  if (isPublic) {
    const heard = publicTurns(turns, view.players);
    const shown = publicSession(view, heard);
    return {
      card: shown.card,
      withheld: view.result.issues.length - shown.result.issues.length,
      unreadable: view.card.unreadable,
      answers: { [path]: shown, [`${path}/turns`]: page(heard) },
    };
  }
  const answers: Answers = {
    [path]: { ...view, result: elsewhere(view.result, id) },
    [`${path}/turns`]: page(turns),
  };
  for (const { seat } of view.players) {
    const seen = await ask<SessionView>(`${path}?as=${seat}`);
    answers[`${path}?as=${seat}`] = { ...seen, result: { ...seen.result, dir: id } };
  }
  return { card: view.card, withheld: 0, unreadable: view.card.unreadable, answers };
}

/** Without paths of this machine: a file has no workspace in which a command could be typed. */
const elsewhere = (result: SessionResult, id: string): SessionResult => ({
  ...result,
  dir: id,
  ...(result.verdict && { verdict: { ...result.verdict, next: [] } }),
});

/** The prompt and guide of a session. What the files say today is not part of it. */
export async function textsAnswer(id: string, { ask, isPublic }: CollectOptions): Promise<Answers> {
  if (isPublic) return {};
  const path = `${sessionPath(id)}/texts`;
  const { prompt, guide, ...rest } = await ask<SessionTexts>(path);
  const today = { state: "same" } as const;
  return { [path]: { ...rest, prompt: { ...prompt, today }, guide: { ...guide, today } } };
}

export const withheldNote = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${counted(count, "finding")} about private content ${count === 1 ? "is" : "are"} counted but not shown.`,
      ];

/** What the viewer finds in the page in place of a server. */
export type Answers = Record<string, unknown>;
export type PageData = {
  home: string;
  places: string[];
  answers: Answers;
  /** It contains only what everybody heard. */
  isPublic: boolean;
  /** What it lacks and why: for the person who opens it. */
  notes: string[];
  /** The same, for a request for one missing thing. */
  problems: Record<string, { message: string; remedy: string }>;
};
export type Ask = <T>(address: string) => Promise<T>;
export type Collected = {
  data: PageData;
  title: string;
  /** Sessions of a matrix without their words in the file. */ leftOut: number;
};

export type CollectOptions = { ask: Ask; isPublic: boolean };

export async function everyPage<Page extends { next: string | null }, Row>(
  ask: (cursor: string | undefined) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await ask(cursor);
    rows.push(...rowsOf(page));
    if (page.next === null) return rows;
    cursor = page.next;
  }
}

/** The part of an address that requests the next page. */
export const after = (cursor: string | undefined): string =>
  cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
