/**
 * The order of test files: longest first, so that no long file is left to run alone at the end. Vitest knows durations
 * only from an earlier run, and a new clone has none.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Folders with long files, longest first. All other files follow in Vitest's own order. */
const LONG = [
  "tests/additions/",
  "tests/package/",
  "tests/browser/every-view",
  "tests/playtest/experiments/",
  "tests/browser/",
  "tests/playtest/secrets/",
  "tests/retrieval/crisis-mutations",
  "tests/playtest/reader/",
  "tests/playtest/storage/",
  "tests/integration/server/",
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.findIndex((folder) => moduleId.includes(`/${folder}`));
  return at < 0 ? LONG.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
