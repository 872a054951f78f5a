import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** How large the heap gets, in MB, in a process whose work leaves much that has grown old. */
function heapOf(bounded: boolean): number {
  const script = `
    import { boundOldSpace } from ${JSON.stringify(new URL("./bound-old-space.ts", import.meta.url).href)};
    ${bounded ? "boundOldSpace();" : ""}
    const old = [];
    let most = 0;
    for (let turn = 0; turn < 1500; turn++) {
      old[turn % 150] = Array.from({ length: 4000 }, (_, index) => ({ index }));
      most = Math.max(most, process.memoryUsage().heapTotal);
    }
    console.log(most / 2 ** 20);`;
  return Number(execFileSync(process.execPath, ["--no-warnings", "--max-semi-space-size=2", "--input-type=module", "-e", script], { encoding: "utf8" }));
}

test("what has grown old is collected before the heap is twice what is in use", { timeout: 60_000 }, () => {
  const [bounded, unbounded] = [heapOf(true), heapOf(false)];
  expect(bounded).toBeLessThan(unbounded * 0.85);
});
