import { expect, test } from "vitest";
import type { Episode, SessionTexts } from "../../../src/contract/index.ts";
import { changesIn, draftLike, draftOf, requestOf, storedDraft, storeDraft, type Draft } from "./draft.ts";
import { replacing } from "./replace-models.tsx";

const text = (name: string, text: string) => ({
  name,
  text,
  format: "markdown" as const,
  today: { state: "same" as const },
});
const used: SessionTexts = {
  prompt: text("baseline", "Be brief."),
  guide: { ...text("innsmouth", "# Innsmouth"), title: "Innsmouth" },
  guideForm: "notes",
  narrator: "house",
  players: ["grok-4", "opus-4.5"],
  classifier: "house",
  observer: "none",
  seed: 7,
};
const plain = draftOf(used);
const request = (change: Partial<Draft>, options: object = {}) =>
  requestOf(
    { ...plain, ...change, options: { ...plain.options, ...options } },
    { used, session: "s", turn: 4 },
  );
const edited = (name: string, text: string, original = text) => ({ name, text, original });
const checkpoint = "s/turn-4.json";

test("an untouched draft asks for one branch and changes nothing", () => {
  expect(request({})).toEqual({ checkpoint, turns: 6 });
  const same = { narrator: "house", playerModel: "", seed: "7", guide: "notes", turns: "" };
  expect(request({}, same)).toEqual({ checkpoint });
  expect(changesIn({ ...plain, options: same }, used)).toEqual([]);
});

test("an edited text is sent as text, an untouched other one by its name", () => {
  const prompt = edited("baseline", "Be kind.", "Be brief.");
  expect(request({ prompt })).toMatchObject({ prompt: { name: "baseline (edited)", text: "Be kind." } });
  expect(request({ prompt: edited("structured", "In steps.") })).toMatchObject({ prompt: "structured" });
  expect(request({ guide: edited("lamp", "# Lamps", "# Lamp") })).toMatchObject({
    storyGuide: { name: "lamp (edited)", text: "# Lamps" },
  });
  expect(request({ prompt: edited("baseline", "Be brief.\n", "Be brief.") })).not.toHaveProperty("prompt");
  expect(changesIn({ ...plain, prompt, options: { observer: "house", times: 20 } }, used)).toEqual([
    "prompt",
    "reader: house",
  ]);
});

test("pairs from before the finding are decided by it, which also sets their turns", () => {
  const finding = { id: "t6-loop", turn: 6 } as Episode;
  const asked = (times: number, turn: number) =>
    requestOf({ ...plain, options: { times, turns: 6 } }, { used, session: "s", turn, finding });
  const from = (turn: number) => ({ checkpoint: `s/turn-${turn}.json` });
  expect(asked(40, 5)).toEqual({ ...from(5), times: 40, finding: "t6-loop" });
  expect(asked(40, 6)).toEqual({ ...from(6), times: 40, turns: 6 });
  expect(asked(1, 5)).toEqual({ ...from(5), times: 1, turns: 6 });
});

test("one model replaces all that have no key, but the house reader cannot read a model's turns", () => {
  const all = ["narrator", "player", "classifier", "observer"] as const;
  expect(replacing("grok-4", { roles: all, narrator: "opus-4.5" })).toEqual({
    narrator: "grok-4",
    playerModel: "grok-4",
    classifier: "grok-4",
    observer: "grok-4",
  });
  expect(replacing("house", { roles: ["player", "observer"], narrator: "opus-4.5" })).toEqual({
    playerModel: "house",
    observer: "none",
  });
  expect(replacing("house", { roles: all, narrator: "opus-4.5" }).observer).toBe("house");
});

test("a draft survives the page, and an unreadable or full storage does no harm", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
  const draft = { ...plain, prompt: edited("baseline", "Be kind.", "Be brief.") };
  expect(storeDraft(storage, "s", draft)).toBe(true);
  expect(storedDraft(storage, "s", used)).toEqual(draft);
  expect(storedDraft(storage, "other", used)).toEqual(plain);
  kept.set("rehearse-edit s", "{ oops");
  expect(storedDraft(storage, "s", used)).toEqual(plain);
  storeDraft(storage, "s", null);
  expect(kept.size).toBe(0);
  const full = {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  } as unknown as Storage;
  expect(storeDraft(full, "s", draft)).toBe(false);
});

test("the change of a branch is filled in again: its text, its models, and the numbers that are needed", () => {
  const branch: SessionTexts = {
    ...used,
    prompt: { ...text("baseline (edited)", "Be kind."), today: { state: "missing" } },
    narrator: "local/narrator",
    players: ["local/player"],
    observer: "none",
  };
  const like = (part: Partial<SessionTexts>) =>
    requestOf(draftLike({ ...branch, ...part }, { used, times: "6", turns: "2" }), {
      used,
      session: "s",
      turn: 4,
    });
  expect(like({})).toEqual({
    checkpoint,
    times: 6,
    turns: 2,
    prompt: { name: "baseline (edited)", text: "Be kind." },
    narrator: "local/narrator",
    playerModel: "local/player",
  });
  expect(like({ prompt: text("structured", "In steps.") })).toMatchObject({ prompt: "structured" });
  expect(like({ players: used.players })).not.toHaveProperty("playerModel");
});
