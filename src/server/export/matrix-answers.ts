/** The viewer's requests about a matrix, with as many of its sessions as fit in a file. */
import type {
  ExperimentCard,
  ExperimentPage,
  MatrixCard,
  MatrixPage,
  MatrixRowPage,
  MatrixView,
  SessionPage,
} from "../../contract/index.ts";
import { sessionFacets } from "../playtest/index.ts";
import { experimentSessions } from "./experiment-sessions.ts";
import { publicExperiment, publicMatrix, publicMatrixCard, publicRow } from "./public-matrix.ts";
import { after, everyPage, type Answers, type Collected, type CollectOptions } from "./session-answers.ts";

export async function matrixWhole(id: string, options: CollectOptions): Promise<Collected> {
  const { ask, isPublic } = options;
  const path = `/api/matrices/${encodeURIComponent(id)}`;
  const rows = await everyPage(
    (cursor) => ask<MatrixRowPage>(`${path}/rows?limit=500${after(cursor)}`),
    (page) => page.rows,
  );
  const view = await ask<MatrixView>(path);
  const { matrices } = await ask<MatrixPage>("/api/matrices");
  const { experiments } = await ask<ExperimentPage>("/api/experiments");
  const {
    answers: sessions,
    cards,
    ...missing
  } = await experimentSessions(
    { folder: `matrices/${id}`, query: `matrix=${encodeURIComponent(id)}` },
    options,
  );
  const listed: SessionPage = {
    sessions: cards,
    total: cards.length,
    next: null,
    facets: sessionFacets(cards),
  };
  const numbers = isPublic
    ? publicNumbers({ id, view, matrices, experiments, rows })
    : { view: { ...view, dir: id }, matrices, experiments, rows };
  const answers: Answers = {
    "/api/matrices": { matrices: numbers.matrices, total: matrices.length, next: null },
    "/api/experiments": { experiments: numbers.experiments, total: experiments.length, next: null },
    [path]: numbers.view,
    [`${path}/rows`]: { rows: numbers.rows, total: rows.length, next: null },
  };
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

function publicNumbers({
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
}) {
  const matrix = publicMatrix(view, { id, rows });
  return {
    view: matrix,
    matrices: matrices.map((card) => publicMatrixCard(card, rows)),
    experiments: experiments.map((card) => publicExperiment(card, matrix)),
    rows: rows.map(publicRow),
  };
}
