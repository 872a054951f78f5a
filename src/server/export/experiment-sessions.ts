/** The sessions of a matrix, an A/B test or a bisection, as many as fit in a file. */
import type { SessionCard, SessionPage } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { publicCard } from "./public-session.ts";
import {
  after,
  everyPage,
  sessionAnswers,
  sessionPath,
  withheldNote,
  type Answers,
  type CollectOptions,
  type PageData,
} from "./session-answers.ts";

/** A larger file cannot be mailed: further sessions are included only as numbers. */
const MOST_BYTES = 24_000_000;

/** The played sessions, as far as there is room; problems of the others are reported. */
export async function experimentSessions(
  { folder, query }: { /** In the workspace. */ folder: string; /** That lists them. */ query: string },
  options: CollectOptions,
): Promise<
  {
    answers: Answers;
    cards: SessionCard[];
    leftOut: number;
  } & Pick<PageData, "notes" | "problems">
> {
  const answers: Answers = {};
  const cards: SessionCard[] = [];
  const problems: PageData["problems"] = {};
  const unreadable: string[] = [];
  let [room, leftOut, withheld] = [MOST_BYTES, 0, 0];
  const miss = (id: string, message: string, remedy: string) =>
    (problems[sessionPath(id)] = { message, remedy });
  for (const card of await everyPage(
    (cursor) =>
      options.ask<SessionPage>(`/api/sessions?limit=200${query === "" ? "" : `&${query}`}${after(cursor)}`),
    (page) => page.sessions,
  )) {
    const session =
      card.unreadable === undefined
        ? await sessionAnswers(card.id, options).catch((error: unknown) => String((error as Error).message))
        : card.unreadable;
    if (typeof session === "string") {
      cards.push(
        options.isPublic ? publicCard({ ...card, unreadable: session }) : { ...card, unreadable: session },
      );
      unreadable.push(card.id);
      miss(
        card.id,
        options.isPublic
          ? "This session could not be read when the file was exported."
          : `This session could not be read when the file was exported: ${session}`,
        "`rehearse report` names the unreadable file.",
      );
      continue;
    }
    cards.push(session.card);
    withheld += session.withheld;
    room -= JSON.stringify(session.answers).length;
    if (room > 0) Object.assign(answers, session.answers);
    else {
      leftOut += 1;
      miss(
        card.id,
        "This file has only this session's numbers. With the transcript it would be too large.",
        `Export it by itself: rehearse export ${folder}/sessions/${card.id.split("~").at(-1)}`,
      );
    }
  }
  const notes = [
    ...(unreadable.length > 0 ? [`Left out because they cannot be read: ${unreadable.join(", ")}.`] : []),
    ...(leftOut > 0
      ? [`${counted(leftOut, "transcript")} left out, because the file would be too large.`]
      : []),
    ...withheldNote(withheld),
  ];
  return { answers, cards, leftOut, notes, problems };
}
