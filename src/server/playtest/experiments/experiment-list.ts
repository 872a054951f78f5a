/** Matrices, A/B tests and bisections in one list, each with its verdict in one sentence. */
import { setImmediate } from "node:timers/promises";
import type {
  AbPlan,
  AbResult,
  BisectPlan,
  BisectResult,
  ExperimentCard,
  ExperimentKind,
  MatrixCard,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { abCard } from "./ab-index.ts";
import { bisectCard } from "./bisect-index.ts";
import { matrixCard, shortVerdict, type Matrices, type OpenMatrix } from "./matrix-index.ts";
import type { StoredExperiments } from "./stored-experiments.ts";

export type Experiments = {
  matrices: Matrices;
  abs: StoredExperiments<AbPlan, AbResult>;
  bisects: StoredExperiments<BisectPlan, BisectResult>;
};

/** Newest first. An unreadable one does not hide the others, and other requests are answered between two reads. */
export async function listExperiments(
  { matrices, abs, bisects }: Experiments,
  kinds: readonly ExperimentKind[],
): Promise<ExperimentCard[]> {
  const sources: Array<{ kind: ExperimentKind; ids: string[]; cardOf(id: string): Promise<ExperimentCard> }> =
    [
      {
        kind: "matrix",
        ids: matrices.ids(),
        cardOf: async (id) => experimentOfMatrix(await matrices.open(id)),
      },
      { kind: "ab", ids: abs.ids(), cardOf: async (id) => abCard(await abs.open(id)) },
      { kind: "bisect", ids: bisects.ids(), cardOf: async (id) => bisectCard(await bisects.open(id)) },
    ];
  const cards: ExperimentCard[] = [];
  for (const { kind, ids, cardOf } of sources.filter(({ kind }) => kinds.includes(kind)))
    for (const id of ids) {
      cards.push(
        await cardOf(id).catch((error: unknown) => {
          if (!(error instanceof HarnessError)) throw error;
          return unreadableCard(kind, id, error);
        }),
      );
      await setImmediate();
    }
  return cards.sort(
    (a, b) =>
      Number(b.live) - Number(a.live) || (b.at ?? "").localeCompare(a.at ?? "") || a.id.localeCompare(b.id),
  );
}

function experimentOfMatrix(matrix: OpenMatrix): ExperimentCard {
  const { id, at, planned, done, failed, cost, live, ...parts } = matrixCard(matrix);
  return {
    kind: "matrix",
    id,
    at,
    title: matrixTitle(parts),
    verdict: shortVerdict(matrix),
    progress: { done, planned, unit: "session" },
    failed,
    cost,
    unpriced: matrix.rows.reduce((sum, { unpriced }) => sum + unpriced, 0),
    live,
  };
}

const matrixTitle = ({
  stories,
  prompts,
  narrators,
}: Pick<MatrixCard, "stories" | "prompts" | "narrators">): string =>
  `${counted(stories.length, "story", "stories")} × ${counted(prompts.length, "prompt")} × ${counted(narrators.length, "narrator")}: ${[...prompts, ...narrators].join(", ")}`;

const unreadableCard = (
  kind: ExperimentKind,
  id: string,
  { message, remedy }: HarnessError,
): ExperimentCard => ({
  kind,
  id,
  at: null,
  title: "",
  verdict: { outcome: "undecided", headline: "It cannot be read." },
  progress: { done: 0, planned: 0, unit: kind === "matrix" ? "session" : kind === "ab" ? "pair" : "replay" },
  failed: 0,
  cost: 0,
  unpriced: 0,
  live: false,
  unreadable: `${message} ${remedy}`,
});
