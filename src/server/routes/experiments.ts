/** GET /api/experiments, and matrices, A/B tests and bisections in full. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import {
  abView as abViewShape,
  bisectView as bisectViewShape,
  cursor,
  experimentKind,
  experimentPage,
  matrixView as matrixViewShape,
} from "../../contract/index.ts";
import {
  abView,
  bisectView,
  cutPage,
  hasWords,
  listExperiments,
  matrixView,
  type Playtests,
} from "../playtest/index.ts";
import { limit, routesIn } from "./route-schemas.ts";

const SO_FAR = "It may still be running.";
const params = z.object({
  id: z.string().min(1).max(300).openapi({ description: "An id from GET /api/experiments." }),
});

export function addExperiments(
  app: OpenAPIHono,
  { experiments, index }: Pick<Playtests, "experiments" | "index">,
): void {
  const route = routesIn(app, "experiments");
  const ofMatrices = routesIn(app, "matrices");

  route("get /api/experiments", {
    summary: "Matrices, A/B tests and bisections, newest first",
    description: "Each with its verdict in one sentence. If its files cannot be read, `unreadable` says why.",
    query: z.strictObject({
      kind: experimentKind.optional().openapi({ description: "Default: all kinds." }),
      q: z.string().max(200).optional().openapi({ description: "Words in the title, id or verdict." }),
      cursor,
      limit: limit(100, 50),
    }),
    answer: experimentPage,
    async answerTo({ query: { kind, q, ...wish } }) {
      const all = await listExperiments(experiments, kind === undefined ? experimentKind.options : [kind]);
      const cards = all.filter(
        ({ title, id, verdict }) => q === undefined || hasWords(`${title} ${id} ${verdict.headline}`, q),
      );
      const { rows, ...page } = cutPage(cards, { ...wish, keyOf: ({ kind, id }) => `${kind} ${id}` });
      return { experiments: rows, ...page };
    },
  });

  route("get /api/ab/{id}", {
    summary: "One A/B test: its verdict, what differs, and its pairs",
    description: SO_FAR,
    params,
    answer: abViewShape,
    answerTo: async ({ params: { id } }) => abView(await experiments.ab.open(id), await index.all()),
  });

  route("get /api/bisects/{id}", {
    summary: "One bisection: the turn, its probability, every replay",
    description: SO_FAR,
    params,
    answer: bisectViewShape,
    answerTo: async ({ params: { id } }) => bisectView(await experiments.bisect.open(id), await index.all()),
  });

  ofMatrices("get /api/matrices/{id}", {
    summary: "One matrix: its verdict, and the metrics of each session",
    description: SO_FAR,
    params,
    answer: matrixViewShape,
    answerTo: async ({ params: { id } }) => matrixView(await experiments.matrix.open(id)),
  });
}
