import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** How often what is old is collected, in a process whose work leaves much of it. */
function collectionsOf(bounded: boolean): number {
  const script = `
    import { boundOldSpace } from ${JSON.stringify(new URL("./bound-old-space.ts", import.meta.url).href)};
    ${bounded ? "boundOldSpace();" : ""}
    const old = [];
    for (let turn = 0; turn < 2500; turn++) old[turn % 150] = Array.from({ length: 4000 }, (_, index) => ({ index }));`;
  const told = execFileSync(
    process.execPath,
    ["--no-warnings", "--max-semi-space-size=2", "--trace-gc", "--input-type=module", "-e", script],
    { encoding: "utf8" },
  );
  return told.split("Mark-Compact").length - 1;
}

test(
  "what has grown old is collected before the heap is much larger than what is in use",
  { timeout: 60_000 },
  () => {
    const [bounded, unbounded] = [collectionsOf(true), collectionsOf(false)];
    expect(bounded).toBeGreaterThan(unbounded * 2);
  },
);
