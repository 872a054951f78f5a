/** Compares matrices over the same groups of players, each with the first. */
import type { ArmComparison } from "../../../../contract/index.ts";
import { HarnessError, optionText } from "../../../../kernel/errors/index.ts";
import { compareArms, type Arm } from "../../../compare/index.ts";
import { resultsOf, type StoredMatrix } from "../matrix-result-file.ts";
import { playOf, provisionalOf } from "../matrix-rows.ts";
import { whyNotComparable } from "./comparable.ts";
import { quoteFrom } from "./quote-from.ts";
import { whyUnpaired } from "./session-partners.ts";
import { isVaried, valuesOf, type VariedBy } from "./variants.ts";

/** `by`: one comparison for each prompt or narrator that all have. Without it, one for all of them. */
export function compareMatrices(
  matrices: readonly StoredMatrix[],
  { by }: { by?: VariedBy } = {},
): ArmComparison[] {
  const [first, ...others] = matrices;
  for (const matrix of matrices) requireFinished(matrix);
  for (const other of others) requireAlike(first!, other);
  const quoteOf = quotesIn(matrices);
  if (by === undefined) return compareArms(armsOf(matrices), { unit: "session", quoteOf });
  return inAll(matrices, by).flatMap((value) => {
    const parts = matrices.map((matrix) => ({
      ...matrix,
      name: `${matrix.name}, ${by} ${value}`,
      rows: matrix.rows.filter((row) => row[by] === value),
    }));
    return compareArms(armsOf(parts), { unit: "session", quoteOf });
  });
}

/** Prompts and narrators are matched by name. Where no name is shared, each matrix must have a single one. */
function armsOf(matrices: readonly StoredMatrix[]): Arm[] {
  const matched = (["prompt", "narrator"] as const).filter(
    (by) => shared(matrices, by).length > 0 || requireSingle(matrices, by),
  );
  const arms = matrices.map(({ name, rows, ...matrix }) => ({
    name,
    plays: rows.map((row) =>
      playOf(row, {
        // Another seed draws other groups, and so does another guide with the same seed.
        pair: JSON.stringify([row.story, row.seed, row.group, ...matched.map((by) => row[by])]),
        session: sessionIn(matrix, row.sessionId),
      }),
    ),
  }));
  const [reference, ...rest] = arms;
  const pairs = new Set(reference!.plays.map(({ pair }) => pair));
  const alone = rest.findIndex(({ plays }) => !plays.some(({ pair }) => pairs.has(pair)));
  if (alone >= 0)
    throw new HarnessError({
      code: "not-comparable",
      message: `${rest[alone]!.name} and ${reference!.name} have no pairs. ${whyUnpaired(matrices[0]!, matrices[alone + 1]!)}`,
      remedy: `Compare matrices of the same stories, played with the same ${optionText("seed")}, players and archetypes.`,
    });
  return arms;
}

const shared = (matrices: readonly StoredMatrix[], by: VariedBy): string[] =>
  valuesOf(matrices[0]!.rows, by).filter((value) =>
    matrices.every(({ rows }) => rows.some((row) => row[by] === value)),
  );

function inAll(matrices: readonly StoredMatrix[], by: VariedBy): string[] {
  const values = shared(matrices, by);
  if (values.length > 0) return values;
  throw new HarnessError({
    code: "not-comparable",
    option: "by",
    message: `${matrices.map(({ name }) => name).join(" and ")} have no ${by} in common.`,
    remedy: `Leave ${optionText("by")} out, or compare matrices with the same ${by}s.`,
  });
}

function requireSingle(matrices: readonly StoredMatrix[], by: VariedBy): false {
  const several = matrices.find(({ rows }) => isVaried(rows, by));
  if (!several) return false;
  throw new HarnessError({
    code: "not-comparable",
    message: `The matrices have no ${by} in common, and ${several.name} has several.`,
    remedy: `Compare matrices with one ${by} each, or with the same ${by}s.`,
  });
}

/** Session folders have the same names in every matrix. */
const sessionIn = ({ dir = "" }: Pick<StoredMatrix, "dir">, sessionId: string): string =>
  dir === "" ? sessionId : `${dir}/sessions/${sessionId}`;

function quotesIn(matrices: readonly StoredMatrix[]) {
  const sessions = new Map(
    matrices.flatMap(({ dir, rows }) =>
      dir === undefined
        ? []
        : rows.map(({ sessionId }) => [sessionIn({ dir }, sessionId), { dir, sessionId }] as const),
    ),
  );
  return quoteFrom((session) => {
    const found = sessions.get(session);
    return found && resultsOf(found.dir)(found.sessionId);
  });
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
