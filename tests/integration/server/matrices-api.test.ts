/** Matrices over a real port, the available choices, and the description of all playtest paths. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { matrixPage, matrixRowPage, matrixView } from "../../../src/contract/index.ts";
import { attachment } from "../../../src/server/routes/downloads.ts";
import { walkDocument, type Document } from "../../support/server/openapi-faults.ts";
import { SECRET } from "../../support/server/playtest-workspace.ts";
import { servePlaytests, soon } from "../../support/server/served-playtests.ts";
import { serveWorkspace } from "../../support/server/served-workspace.ts";

const { ask, view, workspace } = servePlaytests();

describe("downloads", () => {
  const get = async (path: string) => {
    const { status, headers, text } = await ask(path);
    return { status, text, type: headers["content-type"], as: headers["content-disposition"] };
  };

  test("of a session: report, result, and the page with or without private moments, as attachments", async () => {
    const of = (form: string) => get(`/api/sessions/looping.v2/download?form=${form}`);
    expect(await of("report")).toMatchObject({
      status: 200,
      type: "text/markdown; charset=utf-8",
      as: `attachment; filename="looping.v2.md"; filename*=UTF-8''looping.v2.md`,
      text: (await ask("/api/sessions/looping.v2/report")).text,
    });
    const { result } = await view("looping.v2");
    expect(JSON.parse((await of("json")).text)).toEqual(result);
    const [whole, heard] = [await of("html"), await of("html&public=true")];
    expect([whole.status, heard.status]).toEqual([200, 200]);
    expect(whole.as).toContain('filename="looping.v2.html"');
    expect(heard.as).toContain('filename="looping.v2-public.html"');
    expect([whole, heard].map(({ text }) => /"isPublic":(\w+)/.exec(text)?.[1])).toEqual(["false", "true"]);
    expect(whole.text).not.toContain(workspace.dir);
  });

  test("of a matrix: its files; what is not written yet, links and unknown names are refused", async () => {
    const of = (id: string, form: string) => get(`/api/matrices/${id}/download?form=${form}`);
    const file = (name: string) => readFileSync(join(workspace.dir, "matrices/small", name), "utf8");
    expect((await of("small", "report")).text).toBe(file("report.md"));
    expect((await of("small", "json")).text).toBe(file("matrix.json"));
    expect((await of("small", "html")).text).toContain("small~0001-innsmouth-a-house");
    rmSync(join(workspace.dir, "matrices/small/report.md"));
    expect(await of("small", "report")).toMatchObject({
      status: 404,
      text: expect.stringContaining("report.md does not exist yet") as string,
    });
    symlinkSync("/etc/hostname", join(workspace.dir, "matrices/small/report.md"));
    expect((await of("small", "report")).status).toBe(404);
    for (const id of ["nobody", "..", "%2e%2e%2fsessions", "linked"])
      for (const form of ["report", "html", "json"]) expect((await of(id, form)).status).toBe(404);
    expect((await of("small", "exe")).status).toBe(422);
  });

  test("a name cannot end the header", () => {
    expect(attachment(`a"\r\nX: ü'.md`)).toBe(
      `attachment; filename="a___X_ __.md"; filename*=UTF-8''a%22%0D%0AX%3A%20%C3%BC%27.md`,
    );
  });
});

describe("matrices", () => {
  test("are listed, and opened with their verdict and the rows of a prompt", async () => {
    const { matrices } = matrixPage.parse((await ask("/api/matrices")).json);
    expect(matrices).toMatchObject([
      {
        id: "small",
        planned: 2,
        done: 2,
        failed: 0,
        stories: ["innsmouth"],
        prompts: ["a", "b"],
        narrators: ["house"],
        live: false,
      },
    ]);
    expect(matrixView.parse((await ask("/api/matrices/small")).json)).toMatchObject({
      matrixId: "small",
      done: 2,
      planned: 2,
      stories: ["innsmouth"],
      comparisons: { prompts: [{ a: "a", b: "b", result: "too few groups" }], narrators: [] },
      verdict: { headline: "Too few groups to compare b with a: 1 of at least 6." },
    });
    const rows = matrixRowPage.parse((await ask("/api/matrices/small/rows?prompt=b")).json);
    expect(rows).toMatchObject({ total: 1, next: null, rows: [{ sessionId: "0002-innsmouth-b-house" }] });
    expect((await view("small~0001-innsmouth-a-house")).card.turns).toBe(4);
  });

  test("a half-played matrix is read from its folders", async () => {
    const dir = join(workspace.dir, "matrices", "half");
    cpSync(join(workspace.dir, "matrices", "small"), dir, {
      recursive: true,
      filter: (path) => !/matrix\.json$|0002-/.test(path),
    });
    await soon(async () => matrixView.parse((await ask("/api/matrices/half")).json)).toMatchObject({
      done: 1,
      planned: 2,
      unfinished: 1,
      aggregates: { byPrompt: { a: { sessions: 1 } } },
      verdict: {
        outcome: "stopped",
        headline: "1 of 2 sessions played: no verdict yet.",
        next: [{ command: "rehearse resume matrices/half" }],
      },
    });
    expect(
      matrixRowPage
        .parse((await ask("/api/matrices/half/rows?outcome=unfinished")).json)
        .rows.map(({ sessionId }) => sessionId),
    ).toEqual(["0002-innsmouth-b-house"]);
    cpSync(join(workspace.dir, "matrices", "small", "sessions"), join(dir, "sessions"), { recursive: true });
    await soon(async () => matrixView.parse((await ask("/api/matrices/half")).json).done).toBe(2);
    rmSync(dir, { recursive: true });
    await soon(async () => (await ask("/api/matrices/half")).status).toBe(404);
  });
});

test("the choices: whether a key is set, and never the key", async () => {
  using own = { dir: mkdtempSync(join(tmpdir(), "choices-")), [Symbol.dispose]: () => {} };
  await using keyed = await serveWorkspace(
    { ...workspace, dir: own.dir },
    { env: { ANTHROPIC_API_KEY: SECRET } },
  );
  const { json, text } = await keyed.ask("/api/choices");
  const narrators = (json as unknown as { narrators: Array<{ name: string; ready: boolean }> }).narrators;
  expect(
    narrators
      .filter(({ name }) => ["opus-4.5", "grok-4", "house/looping"].includes(name))
      .map(({ name, ready }) => [name, ready]),
  ).toEqual([
    ["opus-4.5", true],
    ["grok-4", false],
    ["house/looping", true],
  ]);
  expect(json).toMatchObject({
    stories: expect.arrayContaining(["innsmouth"]) as string[],
    prompts: expect.arrayContaining(["baseline"]) as string[],
  });
  expect(text).not.toContain(SECRET);
});

test("openapi.json describes every playtest path as it answers", async () => {
  await using fresh = await serveWorkspace(workspace);
  const document = (await fresh.ask("/openapi.json")).json as unknown as Document;
  const value = (path: string, parameter: string) =>
    parameter === "turn"
      ? "5"
      : parameter === "kind"
        ? "matrix"
        : path.startsWith("/api/matrices") || path.startsWith("/api/runs")
          ? "small"
          : path.startsWith("/api/prompts")
            ? "baseline"
            : path.startsWith("/api/stories")
              ? "innsmouth"
              : "plain";
  const walked = await walkDocument(document, {
    ask: fresh.ask,
    // Excludes the endless stream and the route that needs a session in play. Other tests cover them.
    wanted: (operation) =>
      ["sessions", "issues", "matrices", "runs", "content"].includes(operation.tags[0]!) &&
      !("409" in operation.responses),
    value,
    queries: {
      "get /api/compare": "?sessions=plain,plain-rushed",
      "get /api/issues": "?limit=3",
      "get /api/search": "?q=door",
    },
  });
  expect(walked).toEqual([
    "get /api/choices",
    "get /api/compare",
    "get /api/issue-kinds",
    "get /api/issues",
    "get /api/matrices",
    "get /api/matrices/{id}",
    "get /api/matrices/{id}/rows",
    "get /api/origins",
    "get /api/prompts/{name}",
    "get /api/runs",
    "get /api/runs/{kind}/{id}/sessions",
    "get /api/search",
    "get /api/sessions",
    "get /api/sessions/{id}",
    "get /api/sessions/{id}/checkpoints/{turn}",
    "get /api/sessions/{id}/report",
    "get /api/sessions/{id}/texts",
    "get /api/sessions/{id}/turns",
    "get /api/stories/{name}",
  ]);
  expect(fresh.bugs).toEqual([]);
});
