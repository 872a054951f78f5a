/** Prompts and guides over HTTP: those a session used, those of the workspace, and edited ones in a replay. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { choices, contentText, sessionTexts, sessionView } from "../../../src/contract/index.ts";
import { loadLatest, loadPrompt, loadStory } from "../../../src/playtest/index.ts";
import { ended, estimate, post, start } from "../../support/server/served-jobs.ts";
import { servePlaytests } from "../../support/server/served-playtests.ts";

const { ask, workspace } = servePlaytests();
const from6 = { checkpoint: "plain/turn-6.json", turns: 1 };
const texts = async (id: string) => sessionTexts.parse((await ask(`/api/sessions/${id}/texts`)).json);
const save = (kind: "prompts" | "stories", json: object) => ask(`/api/${kind}`, { json });
const own = (path: string, text: string) => {
  mkdirSync(join(workspace.dir, path, ".."), { recursive: true });
  writeFileSync(join(workspace.dir, path), text);
};
const baseline = () => loadPrompt("baseline").text;

describe("the texts of a session", () => {
  test("are those it was played with, whatever their files say now", async () => {
    const before = await texts("plain");
    expect(before).toMatchObject({
      prompt: { name: "baseline", text: baseline() },
      guide: { name: "innsmouth", format: "json" },
      narrator: "house",
      seed: 1,
    });
    own("prompts/baseline.md", "Tell it in one line.\n");
    own("stories/innsmouth.md", "# Innsmouth\n\n## 1. Fog\n\nIt comes.\n\n## 2. Bells\n\nThey ring.\n");
    expect(await texts("plain")).toEqual(before);
  });

  test("are not part of a player's view", async () => {
    expect((await ask("/api/sessions/plain/texts?as=0")).status).toBe(422);
  });
});

describe("reading", () => {
  test("gives a shipped prompt and an own guide", async () => {
    own("stories/lamp.md", "# Lamp\n\n## 1. A\n\nB.\n\n## 2. C\n\nD.\n");
    const { json } = await ask("/api/stories/lamp");
    expect(contentText.parse(json)).toEqual({
      name: "lamp",
      text: "# Lamp\n\n## 1. A\n\nB.\n\n## 2. C\n\nD.\n",
      format: "markdown",
      file: "stories/lamp.md",
    });
    expect((await ask("/api/prompts/structured")).json).toMatchObject({
      name: "structured",
      text: expect.stringContaining(loadPrompt("structured").text) as string,
    });
    expect((await ask("/api/prompts/structured")).json).not.toHaveProperty("file");
  });

  test("does not follow a link out of the workspace, also in a replay", async () => {
    symlinkSync("/etc/hostname", join(workspace.dir, "prompts", "linked.md"));
    expect((await ask("/api/prompts/linked")).json.error.code).toBe("outside-folder");
    const { json } = await post({ ask }, "replay", { ...from6, prompt: "linked" });
    expect(json.error.code).toBe("outside-folder");
  });
});

describe("saving", () => {
  test("writes a new file that is listed at once, and never overwrites", async () => {
    const { status, json } = await save("prompts", { name: "kept", text: "  Be brief.\r\nAsk.  " });
    expect([status, contentText.parse(json)]).toMatchObject([201, { file: "prompts/kept.md" }]);
    const path = join(workspace.dir, "prompts", "kept.md");
    expect(readFileSync(path, "utf8")).toBe("Be brief.\nAsk.\n");
    expect(choices.parse((await ask("/api/choices")).json).prompts).toContain("kept");

    for (const name of ["kept", "KEPT"]) {
      const taken = await save("prompts", { name, text: "Other." });
      expect([taken.status, taken.json.error]).toMatchObject([409, { code: "file-exists", option: "name" }]);
    }
    expect(readFileSync(path, "utf8")).toBe("Be brief.\nAsk.\n");

    expect(readdirSync(join(workspace.dir, "prompts")).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("of two who save under a new name at once, one is refused", async () => {
    const both = await Promise.all(["One.", "Two."].map((text) => save("prompts", { name: "race", text })));
    expect(both.map(({ status }) => status)).toEqual([201, 409]);
  });

  test("a guide is checked, and kept in its own format", async () => {
    const guide = JSON.stringify(loadStory("salt-road"), null, 2);
    expect((await save("stories", { name: "salt", text: guide })).json).toMatchObject({
      file: "stories/salt.json",
    });
    expect((await save("stories", { name: "short", text: "# S\n\n1. a\n2. b\n3. c" })).json).toMatchObject({
      file: "stories/short.md",
    });
    const broken = await save("stories", { name: "broken", text: '{ "version": 1,\n"id": }' });
    expect(broken.status).toBe(422);
    expect(broken.json.error.message).toMatch(/text: it is not JSON at line 2, column 7/);
    const dangling = await save("stories", {
      name: "dangling",
      text: JSON.stringify({
        version: 1,
        id: "x",
        title: "X",
        pulses: [{ id: "a", title: "A", npcs: ["nobody"] }],
      }),
    });
    expect(dangling.json.error.message).toContain('pulse "a": unknown NPC "nobody"');
    expect(readdirSync(join(workspace.dir, "stories")).sort()).toEqual([
      "innsmouth.md",
      "lamp.md",
      "salt.json",
      "short.md",
    ]);
  });

  test.each([
    ["prompts", "x".repeat(100_001), 422],
    ["stories", "x".repeat(400_001), 422],
    ["prompts", " \n ", 422],
    ["prompts", "a\0b", 422],
    ["prompts", "x".repeat(1_100_000), 413],
  ] as const)("refuses a text for %s that is too long, empty or binary", async (kind, text, expected) => {
    const { status } = await save(kind, { name: "sized", text });
    expect(status).toBe(expected);
  });

  test("a link out of the workspace is not replaced", async () => {
    const { status, json } = await save("prompts", { name: "linked", text: "Text." });
    expect([status, json.error.code]).toEqual([409, "file-exists"]);
  });
});

describe("a guide with thousands of levels is refused with the reason", () => {
  const deep = "[".repeat(2_000) + "]".repeat(2_000);
  test.each([
    ["json", `{"title":"Deep","beats":${deep}}`],
    ["md", `---\nnames: ${deep}\n---\nText`],
  ])("as %s, in a request and as a file", async (format, text) => {
    const storyGuide = { name: "deep", text };
    const replayed = { ...from6, storyGuide };
    for (const [path, json, status] of [
      ["/api/stories", storyGuide, 422],
      ["/api/operations/replay", replayed, 422],
      ["/api/operations/replay/estimate", replayed, 422],
    ] as const) {
      const answer = await ask(path, { json });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.json.error.message).toMatch(
        /nested more than \d+ levels deep|front matter: .* at line 1/,
      );
    }
    own(`stories/deep.${format}`, text);
    for (const path of ["play", "play/estimate"]) {
      const answer = await post({ ask }, path, { story: "deep", narrator: "house" });
      expect([path, answer.status, answer.json.error.code]).toEqual([path, 400, "bad-file"]);
    }
    rmSync(join(workspace.dir, `stories/deep.${format}`));
  });
});

test("a replay has the edited prompt, guide and seed, and says so", async () => {
  const { guide } = await texts("plain");
  const edited = guide.text.replace(/"title": "[^"]+"/, '"title": "Fog over Innsmouth"');
  const changed = {
    ...from6,
    prompt: { name: "baseline (edited)", text: "Never repeat yourself." },
    storyGuide: { name: "innsmouth", text: edited },
    seed: 99,
    guide: "full",
  };
  const jobs = (await ask("/api/jobs")).text;
  const { shown } = await estimate({ ask }, "replay", changed);
  expect(JSON.stringify(shown)).toContain("prompt: baseline → baseline (edited)");
  expect((await ask("/api/jobs")).text).toBe(jobs);
  const { session, from } = await ended({ ask }, await start({ ask }, "replay", changed));
  expect(from).toEqual({ session: "plain", turn: 6 });
  const { config } = loadLatest(join(workspace.sessions, session!)).state;
  expect(config).toMatchObject({
    prompt: "baseline (edited)",
    systemPrompt: "Never repeat yourself.",
    seed: 99,
    story: "innsmouth",
    storyGuide: { title: "Fog over Innsmouth" },
  });
  const { card } = sessionView.parse((await ask(`/api/sessions/${session}`)).json);
  expect(card.branchedFrom!.changed).toEqual([
    "prompt: baseline → baseline (edited)",
    "story guide: innsmouth → innsmouth",
    expect.stringContaining("guide form"),
    "seed: 1 → 99",
  ]);
});
