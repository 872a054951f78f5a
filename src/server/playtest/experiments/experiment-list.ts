/** Matrices, A/B tests and bisections in one list, each with its verdict in one sentence. */
import { setImmediate } from "node:timers/promises";
import type {
  AbPlan,
  AbResult,
  BisectPlan,
  BisectResult,
  ExperimentCard,
  ExperimentKind,
  MatrixPlan,
} from "../../../contract/index.ts";
import type { MatrixNow } from "./matrix-index.ts";
import type { StoredExperiments } from "./stored-experiments.ts";

export type Experiments = {
  matrix: StoredExperiments<MatrixPlan, MatrixNow>;
  ab: StoredExperiments<AbPlan, AbResult>;
  bisect: StoredExperiments<BisectPlan, BisectResult>;
};

/** Newest first. Other requests are answered between two reads. */
export async function listExperiments(
  experiments: Experiments,
  kinds: readonly ExperimentKind[],
): Promise<ExperimentCard[]> {
  const cards: ExperimentCard[] = [];
  for (const kind of kinds)
    for (const id of experiments[kind].ids()) {
      cards.push(await experiments[kind].card(id));
      await setImmediate();
    }
  return cards.sort(
    (a, b) =>
      Number(b.live) - Number(a.live) || (b.at ?? "").localeCompare(a.at ?? "") || a.id.localeCompare(b.id),
  );
}
