import { setImmediate } from "node:timers/promises";
import type { MatrixCard } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Matrices } from "./matrices.ts";
import { damagedMatrixCard, matrixCard } from "./matrix-views.ts";

/** Newest first. One that cannot be read does not hide the others; and each is read with a pause for those who ask for something else. */
export async function listMatrices(matrices: Matrices): Promise<MatrixCard[]> {
  const cards: MatrixCard[] = [];
  for (const id of matrices.ids()) {
    cards.push(await cardOf(matrices, id));
    await setImmediate();
  }
  return cards.sort((a, b) => (b.at ?? "").localeCompare(a.at ?? "") || a.id.localeCompare(b.id));
}

async function cardOf(matrices: Matrices, id: string): Promise<MatrixCard> {
  try {
    return matrixCard(await matrices.open(id));
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return damagedMatrixCard(id, {
      file: "plan.json",
      what: `The plan of this matrix cannot be read, so nobody knows what belongs to it: ${error.message}`,
      remedy:
        "If you have a copy of the file, put it back. Its sessions are in the list of sessions all the same.",
    });
  }
}
