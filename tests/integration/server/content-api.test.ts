/** Prompts and guides over HTTP: those a session used, those of the workspace, and edited ones in a replay. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  choices,
  contentText,
  replayEstimate,
  jobView,
  sessionTexts,
  sessionView,
} from "../../../src/contract/index.ts";
import { loadLatest, loadPrompt, loadStory } from "../../../src/playtest/index.ts";
import { SECRET } from "../../support/server/playtest-workspace.ts";
import { servePlaytests, soon } from "../../support/server/served-playtests.ts";

const { ask, workspace } = servePlaytests();
const texts = async (id: string) => sessionTexts.parse((await ask(`/api/sessions/${id}/texts`)).json);
const save = (kind: "prompts" | "stories", json: object) => ask(`/api/${kind}`, { json });
const own = (path: string, text: string) => {
  mkdirSync(join(workspace.dir, path, ".."), { recursive: true });
  writeFileSync(join(workspace.dir, path), text);
};
const baseline = () => loadPrompt("baseline").text;

describe("the texts of a session", () => {
  test("are those it was played with; a file of today that differs is shown beside them", async () => {
    const before = await texts("plain");
    expect(before).toMatchObject({
      prompt: { name: "baseline", text: baseline(), today: { state: "same" } },
      guide: { name: "innsmouth", format: "json", today: { state: "same" } },
      narrator: "house",
      seed: 1,
    });
    own("prompts/baseline.md", "Tell it in one line.\n");
    own("stories/innsmouth.md", "# Innsmouth\n\n## 1. Fog\n\nIt comes.\n\n## 2. Bells\n\nThey ring.\n");
    const after = await texts("plain");
    expect(after.prompt).toEqual({
      ...before.prompt,
      today: { state: "differs", text: "Tell it in one line." },
    });
    expect(after.guide).toMatchObject({
      text: before.guide.text,
      today: { state: "differs", text: expect.stringContaining("## 1. Fog") as string },
    });
    own("stories/innsmouth.md", "---\nbeats: some\n---\nText");
    expect((await texts("plain")).guide.today).toMatchObject({
      state: "unreadable",
      problem: expect.stringContaining("none, headings or list") as string,
    });
  });

  test("are not part of a player's view", async () => {
    expect((await ask("/api/sessions/plain/texts?as=0")).status).toBe(422);
  });
});

describe("reading", () => {
  test("gives a shipped prompt and an own guide, with the checksum of the file", async () => {
    own("stories/lamp.md", "# Lamp\n\n## 1. A\n\nB.\n\n## 2. C\n\nD.\n");
    const { json } = await ask("/api/stories/lamp");
    expect(contentText.parse(json)).toEqual({
      name: "lamp",
      text: "# Lamp\n\n## 1. A\n\nB.\n\n## 2. C\n\nD.\n",
      format: "markdown",
      file: "stories/lamp.md",
      checksum: createHash("sha256")
        .update(readFileSync(join(workspace.dir, "stories/lamp.md")))
        .digest("hex"),
    });
    expect((await ask("/api/prompts/structured")).json).toMatchObject({
      name: "structured",
      text: expect.stringContaining(loadPrompt("structured").text) as string,
    });
    expect((await ask("/api/prompts/structured")).json).not.toHaveProperty("file");
  });

  test.each([
    "../secret",
    "..%2Fsecret.txt",
    "%2Fetc%2Fpasswd",
    "secret.txt",
    "prompts%2Fbaseline",
    "x%00",
    "constructor",
    "a".repeat(200),
  ])("refuses %s: listed names only", async (name) => {
    for (const kind of ["prompts", "stories"]) {
      const { status, text } = await ask(`/api/${kind}/${name}`);
      expect(status).toBe(404);
      expect(text).not.toContain(SECRET);
    }
  });

  test("does not follow a link out of the workspace, also in a replay", async () => {
    symlinkSync("/etc/hostname", join(workspace.dir, "prompts", "linked.md"));
    expect((await ask("/api/prompts/linked")).json.error.code).toBe("outside-folder");
    const { json } = await ask("/api/replays", {
      json: { session: "plain", turn: 6, prompt: "linked", turns: 1 },
    });
    expect(json.error.code).toBe("outside-folder");
  });
});

describe("saving", () => {
  test("writes a new file that is listed at once, and never overwrites silently", async () => {
    const { status, json } = await save("prompts", { name: "kept", text: "  Be brief.\r\nAsk.  " });
    expect([status, contentText.parse(json)]).toMatchObject([201, { file: "prompts/kept.md" }]);
    const path = join(workspace.dir, "prompts", "kept.md");
    expect(readFileSync(path, "utf8")).toBe("Be brief.\nAsk.\n");
    expect(choices.parse((await ask("/api/choices")).json).prompts).toContain("kept");

    for (const name of ["kept", "KEPT"]) {
      const taken = await save("prompts", { name, text: "Other." });
      expect([taken.status, taken.json.error]).toMatchObject([409, { code: "name-taken", existing: "kept" }]);
    }
    const stale = await save("prompts", { name: "kept", text: "Other.", replace: true, checksum: "0" });
    expect([stale.status, stale.json.error.code]).toEqual([409, "text-changed"]);
    expect((await save("prompts", { name: "kept", text: "Other.", replace: true })).status).toBe(409);
    expect(readFileSync(path, "utf8")).toBe("Be brief.\nAsk.\n");

    const { checksum } = contentText.parse((await ask("/api/prompts/kept")).json);
    // Of two who replace the same text, one is refused.
    const both = await Promise.all(
      ["One.", "Two."].map((text) => save("prompts", { name: "kept", text, replace: true, checksum })),
    );
    expect(both.map(({ status }) => status)).toEqual([201, 409]);
    expect(readFileSync(path, "utf8")).toBe("One.\n");
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
    expect(dangling.json.error.message).toContain('pulse "a": there is no NPC "nobody"');
    const { checksum } = contentText.parse((await ask("/api/stories/short")).json);
    expect(
      (await save("stories", { name: "short", text: guide, replace: true, checksum })).json.error.code,
    ).toBe("file-exists");
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
    expect([status, json.error.code]).toEqual([400, "outside-folder"]);
  });
});

describe("a guide with thousands of levels is refused with the reason", () => {
  const deep = "[".repeat(20_000) + "]".repeat(20_000);
  test.each([
    ["json", `{"title":"Deep","beats":${deep}}`],
    ["md", `---\nnames: ${deep}\n---\nText`],
  ])("as %s, in a request and as a file", async (format, text) => {
    for (const [path, json] of [
      ["/api/stories", { name: "deep", text }],
      ["/api/replays", { session: "plain", turn: 6, storyGuideText: text }],
      ["/api/replays/estimate", { session: "plain", turn: 6, storyGuideText: text }],
    ] as const) {
      const answer = await ask(path, { json });
      expect([path, answer.status]).toEqual([path, 422]);
      expect(answer.json.error.message).toMatch(/nested more than \d+ levels deep/);
    }
    own(`stories/deep.${format}`, text);
    for (const path of ["/api/plays", "/api/plays/estimate"]) {
      const answer = await ask(path, { json: { story: "deep", narrator: "house" } });
      expect([path, answer.status, answer.json.error.code]).toEqual([path, 400, "bad-file"]);
    }
    rmSync(join(workspace.dir, `stories/deep.${format}`));
  });
});

describe("replays with edited texts", () => {
  const replay = (wish: object, path = "/api/replays") =>
    ask(path, { json: { session: "plain", turn: 6, turns: 1, ...wish } });

  test("the branch has the edited prompt, guide and seed, and says so", async () => {
    const { guide } = await texts("plain");
    const edited = guide.text.replace(/"title": "[^"]+"/, '"title": "Fog over Innsmouth"');
    const { json } = await replay({
      promptText: "Never repeat yourself.",
      storyGuideText: edited,
      seed: 99,
      guide: "full",
    });
    const { id, from } = jobView.parse(json);
    expect(from).toEqual({ session: "plain", turn: 6 });
    await soon(async () => jobView.parse((await ask(`/api/jobs/${id}`)).json).status).toBe("done");
    const [branch] = jobView.parse((await ask(`/api/jobs/${id}`)).json).sessions;
    const { config } = loadLatest(join(workspace.sessions, branch!)).state;
    expect(config).toMatchObject({
      prompt: "baseline (edited)",
      systemPrompt: "Never repeat yourself.",
      seed: 99,
      story: "innsmouth",
      storyGuide: { title: "Fog over Innsmouth" },
    });
    const { card } = sessionView.parse((await ask(`/api/sessions/${branch}`)).json);
    expect(card.branchedFrom!.changed).toEqual([
      "prompt: baseline → baseline (edited)",
      "story guide: innsmouth → innsmouth",
      expect.stringContaining("guide form"),
      "seed: 1 → 99",
    ]);
    expect((await texts(branch!)).prompt).toMatchObject({ today: { state: "missing" } });
  });

  test("an estimate plans the same and starts nothing", async () => {
    const jobs = (await ask("/api/jobs")).text;
    const one = replayEstimate.parse((await replay({ times: 1, turns: 4 }, "/api/replays/estimate")).json);
    const pairs = replayEstimate.parse(
      (await replay({ narrator: "house/looping", times: 3, turns: 4 }, "/api/replays/estimate")).json,
    );
    expect(one).toMatchObject({ low: 0, high: 0, unpriced: [], problems: [] });
    // Without a key the cost is estimated all the same.
    const model = await replay({ narrator: "opus-4.5", turns: 4 }, "/api/replays/estimate");
    expect(replayEstimate.parse(model.json)).toMatchObject({ problems: [{ code: "missing-keys" }] });
    expect(replayEstimate.parse(model.json).low).toBeGreaterThan(0);
    expect((await replay({ narrator: "opus-4.5", turns: 4 })).json.error.code).toBe("missing-keys");
    expect(one.calls).toBeGreaterThan(4);
    expect(pairs.calls).toBeGreaterThan(5 * one.calls);
    expect(pairs.note).toContain("At most 3 pairs of 4 turns each");
    expect((await ask("/api/jobs")).text).toBe(jobs);
  });

  test("another model can play the players, classify and read; the estimate says which roles lack a key", async () => {
    const models = { playerModel: "grok-4", classifier: "gpt-4o-mini", observer: "none" };
    const { json } = await replay({ ...models, budget: 3 }, "/api/replays/estimate");
    const estimate = replayEstimate.parse(json);
    expect(estimate).toMatchObject({
      problems: [{ code: "missing-keys" }],
      unusable: ["player", "classifier"],
      command:
        "rehearse replay --checkpoint sessions/plain/turn-6.json --player-model grok-4 --classifier gpt-4o-mini --observer none --turns 1 --times 1 --budget 3",
    });
    const edited = await replay({ promptText: "Be brief." }, "/api/replays/estimate");
    expect(replayEstimate.parse(edited.json)).toMatchObject({ unusable: [] });
    expect(replayEstimate.parse(edited.json)).not.toHaveProperty("command");
  });

  test.each([
    [{ storyGuide: "nowhere" }, "storyGuide", /unknown storyGuide/],
    [{ storyGuide: "../stories/lamp.md" }, "storyGuide", /unknown storyGuide/],
    [{ prompt: "../secret.txt" }, "prompt", /unknown prompt/],
    [{ storyGuideText: "{ oops" }, "storyGuideText", /not JSON at line 1/],
    [{ storyGuideText: "x".repeat(400_001) }, "storyGuideText", /400000/],
    [{ promptText: "x".repeat(100_001) }, "promptText", /100000/],
    [{ promptText: "a\0b" }, "promptText", /NUL/],
    [{ storyGuideText: "# A\0b" }, "storyGuideText", /NUL/],
    [{ turn: 99 }, "turn", /checkpoints for turns 0 to 14/],
    [{ session: "plain-rushed", turn: 3 }, "turn", /checkpoints for turns 6 to 8/],
    [{ narrator: "./evil.js" }, "narrator", /address or a module/],
    [{ playerModel: "./evil.js" }, "playerModel", /address or a module/],
    [{ seed: {} }, "seed", /./],
    [{ storyGuidePath: "/etc/passwd" }, "storyGuidePath", /unknown/],
  ])("%j is refused by the estimate and the replay alike", async (wish, field, message) => {
    for (const path of ["/api/replays", "/api/replays/estimate"]) {
      const { status, json } = await replay(wish, path);
      expect([status, json.error.field]).toEqual([422, field]);
      expect(json.error.message).toMatch(message);
    }
  });
});
