import type { SessionPage, TestPage } from "../../contract/index.ts";
import { after, everyPage } from "./every-page.ts";
import type { Exportable } from "./exportable.ts";
import { matrixWhole } from "./matrix-answers.ts";
import type { Answers, Collected, CollectOptions } from "./page-data.ts";
import { sessionAnswers } from "./session-answers.ts";

/** Everything that the viewer could ask about one thing. */
export function collectAnswers({ kind, name }: Exportable, options: CollectOptions): Promise<Collected> {
  return { session: sessionAlone, matrix: matrixWhole, check: checkWhole }[kind](name, options);
}

async function sessionAlone(_folder: string, options: CollectOptions): Promise<Collected> {
  const {
    sessions: [card],
  } = await options.ask<SessionPage>("/api/sessions");
  const { id, story, prompt, narrator } = card!;
  const { answers, damage } = await sessionAnswers(id, options);
  const notes =
    damage.length === 0
      ? []
      : [`Not all of it is in the file: ${damage.map(({ file }) => file).join(", ")} cannot be read.`];
  return {
    data: {
      home: `/sessions/${encodeURIComponent(id)}`,
      places: [],
      answers,
      isPublic: options.isPublic,
      notes,
      problems: {},
    },
    title: `${story} · ${prompt} · ${narrator}`,
    leftOut: 0,
  };
}

async function checkWhole(name: string, { ask, isPublic }: CollectOptions): Promise<Collected> {
  const {
    targets: [target],
  } = await ask<{ targets: string[] }>("/api/retrieval/overview");
  const of = target === undefined ? "" : `target=${encodeURIComponent(target)}`;
  const tests = await everyPage(
    (cursor) => ask<TestPage>(`/api/retrieval/tests?limit=500&${of}${after(cursor)}`),
    (page) => page.tests,
  );
  const first = await ask<TestPage>(`/api/retrieval/tests?limit=1&${of}`);
  const answers: Answers = {
    "/api/check-runs": { items: [], total: 0, next: null },
    "/api/retrieval/overview": await ask(`/api/retrieval/overview?${of}`),
    "/api/retrieval/tests": { ...first, tests, total: tests.length, next: null },
  };
  for (const { test_id } of tests)
    answers[`/api/retrieval/tests/${encodeURIComponent(test_id)}`] = await ask(
      `/api/retrieval/tests/${encodeURIComponent(test_id)}?${of}`,
    );
  return {
    data: { home: "/retrieval", places: ["/retrieval"], answers, isPublic, notes: [], problems: {} },
    title: name,
    leftOut: 0,
  };
}
