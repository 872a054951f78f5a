/** The viewer's requests about a matrix, with as many of its sessions as fit in a file. */
import type {
  ExperimentCard,
  ExperimentPage,
  HeatMap,
  MatrixCard,
  MatrixPage,
  MatrixRowPage,
  MatrixView,
  SessionCard,
  SessionPage,
} from "../../contract/index.ts";
import { metricNames, type MetricName } from "../../playtest/index.ts";
import { heatMap, sessionFacets } from "../playtest/index.ts";
import { publicExperiment, publicMatrix, publicMatrixCard, publicRow } from "./public-matrix.ts";
import { publicMetricNames } from "./public-metrics.ts";
import { publicCard } from "./public-session.ts";
import {
  after,
  everyPage,
  sessionAnswers,
  sessionPath,
  withheldNote,
  type Answers,
  type Collected,
  type CollectOptions,
  type PageData,
} from "./session-answers.ts";

/** A larger file cannot be mailed: further sessions of a matrix are included only as numbers. */
const MOST_BYTES = 24_000_000;

export async function matrixWhole(id: string, options: CollectOptions): Promise<Collected> {
  const { ask, isPublic } = options;
  const path = `/api/matrices/${encodeURIComponent(id)}`;
  const rows = await everyPage(
    (cursor) => ask<MatrixRowPage>(`${path}/rows?limit=500${after(cursor)}`),
    (page) => page.rows,
  );
  const { lastEvent: _now, ...view } = await ask<MatrixView>(path);
  const { matrices } = await ask<MatrixPage>("/api/matrices");
  const { experiments } = await ask<ExperimentPage>("/api/experiments");
  const { answers: sessions, cards, ...missing } = await sessionsOf(id, options);
  const listed: SessionPage = {
    sessions: cards,
    total: cards.length,
    next: null,
    facets: sessionFacets(cards),
  };
  const numbers = isPublic
    ? publicNumbers({ id, view, matrices, experiments, rows })
    : {
        view: { ...view, dir: id },
        matrices,
        experiments,
        rows,
        metrics: metricNames,
        heat: (metric: MetricName) => ask<HeatMap>(`${path}/heat?metric=${metric}`),
      };
  const answers: Answers = {
    "/api/matrices": { matrices: numbers.matrices, total: matrices.length, next: null },
    "/api/experiments": { experiments: numbers.experiments, total: experiments.length, next: null },
    [path]: numbers.view,
    [`${path}/rows`]: { rows: numbers.rows, total: rows.length, next: null },
    // The page requests the choices only for the metrics' names.
    "/api/choices": { stories: [], prompts: [], narrators: [], metrics: numbers.metrics },
  };
  for (const metric of numbers.metrics) answers[`${path}/heat?metric=${metric}`] = await numbers.heat(metric);
  return {
    data: {
      home: `/matrices/${encodeURIComponent(id)}`,
      places: ["/experiments"],
      answers: { ...answers, ...sessions, "/api/sessions": listed },
      isPublic,
      notes: missing.notes,
      problems: missing.problems,
    },
    title: id,
    leftOut: missing.leftOut,
  };
}

const publicNumbers = ({
  id,
  view,
  matrices,
  experiments,
  rows,
}: {
  id: string;
  view: MatrixView;
  matrices: readonly MatrixCard[];
  experiments: readonly ExperimentCard[];
  rows: MatrixRowPage["rows"];
}) => ({
  view: publicMatrix(view, { id, rows }),
  matrices: matrices.map((card) => publicMatrixCard(card, rows)),
  experiments: experiments.map((card) => publicExperiment(card, publicMatrix(view, { id, rows }))),
  rows: rows.map(publicRow),
  metrics: publicMetricNames,
  heat: (metric: MetricName) => heatMap({ id, rows }, metric),
});

/** The played sessions, as far as there is room; problems of the others are reported. */
async function sessionsOf(
  matrix: string,
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
      options.ask<SessionPage>(
        `/api/sessions?limit=200&matrix=${encodeURIComponent(matrix)}${after(cursor)}`,
      ),
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
        "`rehearse report` names the damaged files.",
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
        "This file has only the numbers of this session: with its transcript the file would be too large.",
        `Export it by itself: rehearse export --html matrices/${matrix}/sessions/${card.id.split("~").at(-1)}`,
      );
    }
  }
  const notes = [
    ...(unreadable.length > 0 ? [`Left out because they cannot be read: ${unreadable.join(", ")}.`] : []),
    ...(leftOut > 0
      ? [`Transcripts of ${leftOut} sessions are left out, because the file would be too large.`]
      : []),
    ...withheldNote(withheld),
  ];
  return { answers, cards, leftOut, notes, problems };
}
