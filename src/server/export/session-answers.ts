import type { SessionCard, SessionView, TurnPage } from "../../contract/index.ts";
import { everyPage } from "./every-page.ts";
import type { Answers, CollectOptions } from "./page-data.ts";
import { publicSession } from "./public-session.ts";
import { publicTurns } from "./public-turns.ts";

export const sessionPath = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;

/** A session with every turn; through each player's eyes as well, where that is not for everybody anyway. */
export async function sessionAnswers(
  id: string,
  { ask, isPublic }: CollectOptions,
): Promise<{
  card: SessionCard;
  result: SessionView["result"];
  damage: SessionView["damage"];
  answers: Answers;
}> {
  const path = sessionPath(id);
  const { lastEvent: _now, ...view } = await ask<SessionView>(path);
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
      result: shown.result,
      damage: view.damage,
      answers: { [path]: shown, [`${path}/turns`]: page(heard) },
    };
  }
  const answers: Answers = {
    [path]: { ...view, result: { ...view.result, dir: id } },
    [`${path}/turns`]: page(turns),
  };
  for (const { seat } of view.players) {
    const { lastEvent: _then, ...seen } = await ask<SessionView>(`${path}?as=${seat}`);
    answers[`${path}?as=${seat}`] = { ...seen, result: { ...seen.result, dir: id } };
  }
  return { card: view.card, result: view.result, damage: view.damage, answers };
}
