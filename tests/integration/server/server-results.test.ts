/** Saved results over HTTP, and unknown names. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkResults } from "../../../src/contract/index.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";

describe("results", () => {
  test("are listed newest first, in pages, and read whole", async () => {
    using own = makeWorkspace();
    await using server = await serveWorkspace(own);
    expect((await server.ask("/api/results")).json).toEqual({ items: [], total: 0, next: null });
    const { results_file } = (await server.ask("/cli/test-harness?banks=state")).json as unknown as {
      results_file: string;
    };
    const real = results_file.split("/").at(-1)!;
    for (const name of [
      "results_2025-01-01-0000.json",
      "results_2025-01-01-0000_9.json",
      "results_2025-01-01-0000_10.json",
      "other.json",
    ])
      writeFileSync(join(own.results, name), "{}");
    const first = (await server.ask("/api/results?limit=2")).json as unknown as {
      items: Array<{ name: string; report: string | null }>;
      total: number;
      next: string;
    };
    expect(first).toMatchObject({
      total: 4,
      items: [
        { name: real, report: real.replace("results_", "report_").replace(".json", ".md") },
        { name: "results_2025-01-01-0000_10.json", minute: "2025-01-01T00:00Z", bytes: 2, report: null },
      ],
    });
    expect((await server.ask(first.next)).json).toMatchObject({
      items: [{ name: "results_2025-01-01-0000_9.json" }, { name: "results_2025-01-01-0000.json" }],
      next: null,
    });
    expect(checkResults.parse((await server.ask(`/api/results/${real}`)).json)).toMatchObject({
      state: { tests_run: 1 },
    });
    expectProblem(await server.ask("/api/results/results_2025-01-01-0000.json"), {
      status: 400,
      code: "bad-file",
    });
  });
});
