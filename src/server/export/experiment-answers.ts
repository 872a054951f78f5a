/** The viewer's requests about an A/B test or a bisection, with as many of its replays as fit in a file. */
import type { AbView, BisectView, ExperimentPage, SessionPage } from "../../contract/index.ts";
import { sessionFacets } from "../playtest/index.ts";
import { experimentSessions } from "./experiment-sessions.ts";
import { publicAb } from "./public-ab.ts";
import { isHidden, publicBisect } from "./public-bisect.ts";
import { publicExperiment } from "./public-matrix.ts";
import type { Collected, CollectOptions } from "./session-answers.ts";

export const abWhole = (id: string, options: CollectOptions): Promise<Collected> =>
  whole<AbView>("ab", id, options, publicAb);

export const bisectWhole = (id: string, options: CollectOptions): Promise<Collected> =>
  whole<BisectView>("bisects", id, options, publicBisect);

/** Where the replays of a bisection start tells what it has found. */
const withoutReplays: Awaited<ReturnType<typeof experimentSessions>> = {
  answers: {},
  cards: [],
  notes: ["The replays are left out: the turns where they start would reveal the result."],
  problems: {},
  leftOut: 0,
};

async function whole<View extends AbView | BisectView>(
  folder: "ab" | "bisects",
  id: string,
  options: CollectOptions,
  inPublic: (view: View) => View,
): Promise<Collected> {
  const { ask, isPublic } = options;
  const path = `/api/${folder}/${encodeURIComponent(id)}`;
  const whole = await ask<View>(path);
  const view = isPublic ? inPublic(whole) : whole;
  const {
    experiments: [card],
  } = await ask<ExperimentPage>(`/api/${folder}`);
  const isLess = isPublic && isHidden(view);
  const shown = isPublic ? publicExperiment({ ...card!, progress: view.progress }, view) : card!;
  const { answers, cards, notes, problems, leftOut } =
    isLess && folder === "bisects"
      ? withoutReplays
      : await experimentSessions({ folder: `${folder}/${id}`, query: "" }, options);
  const listed: SessionPage = {
    sessions: cards,
    total: cards.length,
    next: null,
    facets: sessionFacets(cards),
  };
  return {
    data: {
      home: `/${folder}/${encodeURIComponent(id)}`,
      places: ["/experiments"],
      answers: {
        ...answers,
        [path]: view,
        "/api/experiments": { experiments: [shown], total: 1, next: null },
        "/api/sessions": listed,
      },
      isPublic,
      notes,
      problems,
    },
    title: shown.title,
    leftOut,
  };
}
