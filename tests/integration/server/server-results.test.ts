/** Saved results over HTTP, and unknown names. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkResults } from "../../../src/contract/index.ts";
import { serveForAll } from "../../support/server/serve-for-all.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";

const all = serveForAll();

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
      code: "bad-results",
    });
  });

  test.each([
    "..%2f..%2fsecret.json",
    "..%5c..%5csecret.json",
    "%2e%2e%2fsecret.json",
    "%2fetc%2fpasswd",
    "secret.json",
    "results_2026-01-01-0000.json%00.md",
    "..%252fsecret.json",
  ])("%s is not found", async (name) => {
    writeFileSync(join(all.workspace.dir, "secret.json"), '{"secret":true}');
    expectProblem(await all.ask(`/api/results/${name}`), {
      status: 422,
      code: "invalid-request",
      field: "name",
    });
  });

  test("dots in the path are not found, plain and escaped, and a link out of the folder is not followed", async () => {
    for (const path of [
      "/api/results/../../secret.json",
      "/api/results/../secret.json",
      "/cli/test-harness/test/../../../secret.json",
      "/api/check-runs/../../secret.json",
    ])
      expectProblem(await all.ask(path), { status: 404, code: "not-found" });
    expectProblem(await all.ask("/cli/test-harness/test/..%2f..%2fsecret"), {
      status: 404,
      code: "unknown-test",
    });
    expectProblem(await all.ask("/cli/test-harness/topic/..%2f..%2fsecret"), {
      status: 404,
      code: "unknown-topic",
    });
    expectProblem(await all.ask("/api/check-runs/..%2f..%2fsecret"), {
      status: 404,
      code: "unknown-run",
    });
    mkdirSync(all.workspace.results, { recursive: true });
    symlinkSync(
      join(all.workspace.dir, "secret.json"),
      join(all.workspace.results, "results_2024-01-01-0000.json"),
    );
    const linked = await all.ask("/api/results/results_2024-01-01-0000.json");
    expectProblem(linked, { status: 400, code: "outside-folder" });
    expect(linked.text).not.toContain('"secret":true');
    expect(linked.text).not.toContain("secret.json");
    expect((await all.ask("/api/results?limit=100")).text).not.toContain("2024-01-01");
  });
});
