/** The steps that add another item of an existing kind: see `additions.test.ts`. */
export type Addition = {
  /** Names the addition: "a retrieval mechanism". */
  name: string;
  /** New files by path. */
  creates: Record<string, string>;
  /** Files changed by path: each old text occurs once and is replaced. */
  edits: Record<string, ReadonlyArray<readonly [oldText: string, newText: string]>>;
  /** Test files that pass afterwards. */
  tests: readonly string[];
  /** Test files with cases for each of its kind: only those with its name are run. */
  cases?: { named: string; tests: readonly string[] };
};
