/** Compares matrices over the same groups of players, each with the first. */
import type { ArmComparison } from "../../../../contract/index.ts";
import { HarnessError, optionText } from "../../../../kernel/errors/index.ts";
import { compareArms, type Arm } from "../../../compare/index.ts";
import type { StoredMatrix } from "../stored-matrix.ts";
import { playOf, provisionalOf } from "../matrix-rows.ts";
import { partnerKey, partnersIn, whyNotComparable, whyUnpaired } from "./session-partners.ts";

/** One comparison with the first for each of the others, over all that both have. */
export function compareMatrices(matrices: readonly StoredMatrix[]): ArmComparison[] {
  const [first, ...others] = matrices;
  for (const matrix of matrices) requireFinished(matrix);
  for (const other of others) requireAlike(first!, other);
  return compareArms(armsOf(matrices), { unit: "session" });
}

/** Sessions of the same group, prompt name and narrator are pairs. */
function armsOf(matrices: readonly StoredMatrix[]): Arm[] {
  const [first, ...others] = matrices;
  const partnerOf = partnersIn(first!.rows);
  const alone = others.find(({ rows }) => !rows.some(partnerOf));
  if (alone)
    throw new HarnessError({
      code: "not-comparable",
      message: `${alone.name} and ${first!.name} have no pairs. ${whyUnpaired(first!, alone)}`,
      remedy: `Compare matrices of the same stories, prompt names and narrators, played with the same ${optionText("seed")}, players and archetypes.`,
    });
  return matrices.map(({ name, rows }) => ({
    name,
    plays: rows.map((row) => playOf(row, { pair: partnerKey(row) })),
  }));
}

/** A matrix that is stopped when its numbers look good finds a winner among equals. */
export function requireFinished({ name, rows, dir }: StoredMatrix): void {
  const open = provisionalOf(rows);
  if (!open) return;
  throw new HarnessError({
    code: "unfinished",
    message: `${name} is unfinished: ${open.done} of ${open.planned} sessions are played.`,
    remedy: dir === undefined ? "Finish it first." : `Finish it first: rehearse resume ${dir}`,
  });
}

function requireAlike(a: StoredMatrix, b: StoredMatrix): void {
  const why = whyNotComparable(a, b);
  if (why === undefined) return;
  throw new HarnessError({ code: "not-comparable", message: why.says, remedy: why.remedy });
}
