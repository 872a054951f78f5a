/** The viewer's requests about a session. */
import {
  asSeenBy,
  outcomeWords,
  sessionView,
  turnPage,
  type SessionResult,
  type SessionTexts,
  type SessionView,
  type TurnPage,
  type TurnView,
} from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { knownLoss, publicIssue, publicResult } from "../../playtest/index.ts";
import { quotePlaces } from "../playtest/index.ts";
import { everyPage, type Answers, type CollectOptions } from "./answers.ts";

export const sessionPath = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;

/** A session with every turn, also in each player's view, unless the file is public anyway. */
export async function sessionAnswers(
  id: string,
  { askApi, isPublic }: CollectOptions,
): Promise<{
  /** Why its later turns are missing. */
  unreadable: string | undefined;
  answers: Answers;
}> {
  const path = sessionPath(id);
  const view = await askApi<SessionView>(path);
  async function pageOf(query = ""): Promise<TurnPage> {
    const turns = await everyPage(
      (from) => askApi<TurnPage>(`${path}/turns?limit=200&from=${from === "" ? 0 : from}${query}`),
      (page) => page.turns,
    );
    return { turns, total: turns.length, next: null };
  }
  const page = await pageOf();
  const { unreadable } = view.card;
  if (isPublic) {
    const [shown, heard] = inPublic(view, page);
    return { unreadable, answers: { [path]: shown, [`${path}/turns`]: heard } };
  }
  const answers: Answers = {
    [path]: { ...view, result: elsewhere(view.result, id) },
    [`${path}/turns`]: page,
  };
  for (const { seat } of view.players) {
    const seen = await askApi<SessionView>(`${path}?as=${seat}`);
    answers[`${path}?as=${seat}`] = { ...seen, result: { ...seen.result, dir: id } };
    answers[`${path}/turns?as=${seat}`] = await pageOf(`&as=${seat}`);
  }
  return { unreadable, answers };
}

/** What everybody at the table heard, by the marks; findings in the fixed words of their kind. */
export function inPublic(whole: SessionView, page: TurnPage): [SessionView, TurnPage] {
  const view = asSeenBy(sessionView, whole, "public");
  const turns = asSeenBy(turnPage, page, "public").turns.map((turn): TurnView => {
    const quotes = turn.issues.flatMap(({ evidence }) =>
      evidence.filter((quote) => quote.turn === turn.turn),
    );
    return {
      ...turn,
      issues: turn.issues.map(publicIssue),
      quotes: quotePlaces(
        turn,
        quotes.map(({ text }) => text),
      ),
    };
  });
  const { unreadable } = whole.card;
  const card = { ...view.card, unreadable: unreadable && "Its files cannot be read." };
  const result = publicResult(whole.result);
  const verdict = result.verdict && { ...result.verdict, headline: numbersOf(whole.result) };
  return [
    { ...view, card, result: { ...result, verdict, dir: card.id } },
    { ...page, turns },
  ];
}

/** "Turn limit: 9 of 20 beats told, 15 points lost." A headline in words may tell of anything that was said. */
function numbersOf({ outcome, pulses: { detected, expected }, metrics }: SessionResult): string {
  const lost = metrics && knownLoss(metrics.score);
  const numbers = [
    detected === null || expected === undefined ? [] : `${detected} of ${counted(expected, "beat")} told`,
    lost === null ? [] : `${counted(lost, "point")} lost`,
  ].flat();
  const end = outcomeWords(outcome);
  return `${end[0]!.toUpperCase()}${end.slice(1)}${numbers.length > 0 ? ": " : ""}${numbers.join(", ")}.`;
}

/** Without paths of this machine: a file has no workspace in which a command could be typed. */
const elsewhere = (result: SessionResult, id: string): SessionResult => ({
  ...result,
  dir: id,
  ...(result.verdict && { verdict: { ...result.verdict, next: [] } }),
});

/** The prompt and guide of a session. */
export async function textsAnswer(id: string, { askApi, isPublic }: CollectOptions): Promise<Answers> {
  if (isPublic) return {};
  const path = `${sessionPath(id)}/texts`;
  return { [path]: await askApi<SessionTexts>(path) };
}
