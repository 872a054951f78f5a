/** Stories, prompts, rubrics and kinds of findings that a program gives as values, wherever a name or a path can stand. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../../src/config.ts";
import type { Rubric, StoryInput } from "../../../src/contract/index.ts";
import { keepOut } from "../../../src/kernel/secrets/index.ts";
import {
  branchState,
  loadCheckpoint,
  loadRubric,
  loadStory,
  planSession,
  readArm,
} from "../../../src/playtest/index.ts";
import { houseHarness, houseSession } from "../house-session.ts";

const ferry: StoryInput = {
  version: 1,
  id: "last-ferry",
  title: "The Last Ferry",
  pulses: [
    { id: "casting-off", title: "Casting off", summary: "The ropes come in." },
    { id: "water-below", title: "Water below", summary: "The pump stands still." },
  ],
};
const terse = { name: "terse", text: "  Tell it in short sentences.\n" };
const terseText = "Tell it in short sentences.";
const calm: Rubric = { ...loadRubric(), name: "calm" };

const harness = houseHarness();
const usual = { story: ferry, prompt: terse, seed: 1, narrator: "opus-4.5" };

test("a session has the content that was given, with its defaults filled in", () => {
  const config = planSession(harness, { ...usual, judge: "grok-4", rubric: calm });
  expect(config).toMatchObject({
    story: "last-ferry",
    storyGuide: {
      pulses: [{ kind: "scene" }, { kind: "scene" }],
      questions: { length: 3 },
    },
    prompt: "terse",
    systemPrompt: terseText,
    judgeRubric: { name: "calm" },
    expectedPulses: 2,
  });
  // Later changes of the caller's object do not reach it.
  expect(config.storyGuide).not.toBe(ferry);
});

test.each<[what: string, given: object, message: RegExp]>([
  [
    "a story without a title",
    { story: { ...ferry, title: undefined } },
    /^The given story is not a valid story guide:\n {2}title: missing \(expected text\)$/,
  ],
  ["an empty prompt", { prompt: { name: "terse", text: " " } }, /^The prompt terse is empty\.$/],
  [
    "a rubric without metrics",
    { judge: "grok-4", rubric: { ...calm, metrics: {} } },
    /^The given rubric is not a valid rubric: metrics: name at least one metric\.$/,
  ],
])("%s is refused, and the error names the field", (_, given, message) => {
  expect(() => planSession(harness, { ...usual, ...given })).toThrow(
    expect.objectContaining({ code: "bad-value", exit: 2, message: expect.stringMatching(message) }),
  );
});

test("a guide that was read once is valid as a value, with events of three words in place of beats", () => {
  const before = (first: string): typeof ferry => ({
    ...ferry,
    commitments: [{ before: [first, "casting-off"] }],
  });
  for (const guide of [before("a storm comes"), { ...before("a storm comes"), text: "# The Last Ferry" }]) {
    const read = loadStory(guide);
    expect(loadStory({ ...read })).toEqual(read);
  }
  for (const guide of [before("storm"), { ...before("storm"), text: "# The Last Ferry" }])
    expect(() => loadStory(guide)).toThrow(/"storm" is neither a beat nor an event/);
});

test("a key in given content is redacted before the first call, as in a file", () => {
  keepOut({ STORY_KEY: "lamplight-7731" });
  const config = planSession(harness, {
    ...usual,
    story: { ...ferry, title: "lamplight-7731" },
    prompt: { name: "terse", text: "Say lamplight-7731." },
  });
  expect([config.storyGuide.title, config.systemPrompt]).toEqual(["[STORY_KEY]", "Say [STORY_KEY]."]);
});

test("a branch and an arm take content, too", async () => {
  const { dir } = await houseSession({ maxTurns: 4, players: 2 });
  const { state: parent } = loadCheckpoint(join(dir, "turn-3.json"));
  const branch = (changes: object) => branchState({ harness, parent, changes, replicate: 0, sessionId: "b" });
  expect(branch({ prompt: terse, storyGuide: ferry })).toMatchObject({
    config: { prompt: "terse", systemPrompt: terseText, story: "last-ferry", expectedPulses: 2 },
    branchedFrom: { changed: ["prompt: baseline → terse", "story guide: innsmouth → last-ferry"] },
  });
  expect(() => branch({ storyGuide: { ...ferry, pulses: [{}] } })).toThrow(/pulse 1, id: missing/);
  expect(readArm({ prompt: terse, storyGuide: ferry, narrator: "grok-4" })).toEqual({
    label: "prompt terse, guide last-ferry, narrator grok-4",
    wish: {
      prompt: { name: "terse", text: terseText },
      storyGuide: loadStory(ferry),
      narrator: "grok-4",
    },
  });
  expect(readArm({ prompt: "baseline", guide: "full" })).toEqual(readArm(["prompt=baseline", "guide=full"]));
});

test("own kinds of findings come with settings that a program gives", async () => {
  const findings = { "too-polite": { is: "The narrator apologises.", not: "A character apologises." } };
  const { settings } = await loadConfig({ written: { findings }, env: {} });
  // Code alone finds loops.
  const given = { ...usual, narrator: "house", observer: "none", stopOn: ["loop"] };
  const config = planSession(houseHarness(settings), given);
  expect(config.findings).toEqual({ "too-polite": { ...findings["too-polite"], points: 5 } });
  const clash = { ...findings, loop: findings["too-polite"] };
  await expect(loadConfig({ written: { findings: clash }, env: {} })).rejects.toThrow(
    /findings\.loop: .*a built-in kind has this name/s,
  );
});
