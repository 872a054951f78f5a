import type { BranchNode } from "../../../../src/contract/index.ts";

export type Leaf = { branch: BranchNode; depth: number };

/** A family in the order of a tree: each followed by what grew from it. */
export function branchTree(branches: readonly BranchNode[]): Leaf[] {
  const known = new Set(branches.map(({ id }) => id));
  const below = (parent: string, depth: number): Leaf[] =>
    branches
      .filter((one) => one.parent === parent)
      .flatMap((branch) => [{ branch, depth }, ...below(branch.id, depth + 1)]);
  return branches
    .filter(({ parent }) => parent === null || !known.has(parent))
    .flatMap((branch) => [{ branch, depth: 0 }, ...below(branch.id, 1)]);
}
