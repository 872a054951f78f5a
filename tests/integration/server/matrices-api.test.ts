/** Matrices over a real port, the available choices, and the description of all playtest paths. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { matrixView } from "../../../src/contract/index.ts";
import { attachment } from "../../../src/server/routes/downloads.ts";
import { walkDocument, type Document } from "../../support/server/openapi-faults.ts";
import { SECRET } from "../../support/server/playtest-workspace.ts";
import { servePlaytests } from "../../support/server/served-playtests.ts";
import { serveWorkspace } from "../../support/server/served-workspace.ts";

const { ask, view, workspace } = servePlaytests();

describe("downloads", () => {
  const get = async (path: string) => {
    const { status, headers, text } = await ask(path);
    return { status, text, type: headers["content-type"], as: headers["content-disposition"] };
  };

  test("of a session: the page with or without private moments, as an attachment", async () => {
    const of = (query: string) => get(`/api/sessions/looping.v2/download${query}`);
    const [whole, heard] = [await of(""), await of("?public=true")];
    expect(whole).toMatchObject({
      status: 200,
      type: "text/html; charset=utf-8",
      as: `attachment; filename="looping.v2.html"; filename*=UTF-8''looping.v2.html`,
    });
    expect(heard.as).toContain('filename="looping.v2-public.html"');
    expect([whole, heard].map(({ text }) => /"isPublic":(\w+)/.exec(text)?.[1])).toEqual(["false", "true"]);
    expect(whole.text).not.toContain(workspace.dir);
  });

  test("of a matrix: its page", async () => {
    const { text } = await get("/api/matrices/small/download");
    expect(text).toContain("small~0001-innsmouth-a-house");
    expect((await get("/api/results/small/download")).status).toBe(422);
  });

  test("a name cannot end the header", () => {
    expect(attachment(`a"\r\nX: ü'.md`)).toBe(
      `attachment; filename="a___X_ __.md"; filename*=UTF-8''a%22%0D%0AX%3A%20%C3%BC%27.md`,
    );
  });
});

describe("matrices", () => {
  test("are opened with their verdict and their sessions", async () => {
    expect(matrixView.parse((await ask("/api/matrices/small")).json)).toMatchObject({
      id: "small",
      title: "Prompts a, b, on innsmouth",
      progress: { done: 2, planned: 2, unit: "session" },
      verdict: { headline: "Too few groups to compare b with a: 1, at least 6 needed." },
      rows: [{ sessionId: "0001-innsmouth-a-house" }, { session: "small~0002-innsmouth-b-house" }],
    });
    expect((await view("small~0001-innsmouth-a-house")).card.turns).toBe(4);
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
      : path.startsWith("/api/matrices")
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
      !("requestBody" in operation),
    value,
    queries: {
      "get /api/compare": "?sessions=plain,plain-rushed",
      "get /api/issues": "?limit=3",
    },
  });
  expect(walked).toEqual([
    "get /api/choices",
    "get /api/compare",
    "get /api/issues",
    "get /api/matrices/{id}",
    "get /api/prompts/{name}",
    "get /api/runs",
    "get /api/sessions",
    "get /api/sessions/{id}",
    "get /api/sessions/{id}/checkpoints/{turn}",
    "get /api/sessions/{id}/texts",
    "get /api/sessions/{id}/turns",
    "get /api/stories/{name}",
  ]);
  expect(fresh.bugs).toEqual([]);
});
