import { expect, test } from "vitest";
import type { SessionTexts } from "../../../src/contract/index.ts";
import { changesIn, draftLike, draftOf, requestOf, storedDraft, storeDraft, type Draft } from "./draft.ts";
import { replacing } from "./model-fields.tsx";
import { editLink, editWords, keptWords } from "./edit-link.ts";

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
const request = (change: Partial<Draft>) =>
  requestOf({ ...plain, ...change }, { used, session: "s", turn: 4 });
const edited = (name: string, text: string, original = text) => ({ name, text, original });

test("an untouched draft asks for three branches and changes nothing", () => {
  expect(request({})).toEqual({ session: "s", turn: 4, times: 3, turns: 6 });
  expect(request({ narrator: "house", seed: "7", guideForm: "notes", turns: "" })).toEqual({
    session: "s",
    turn: 4,
    times: 3,
  });
  expect(changesIn(plain, used)).toEqual([]);
});

test("an edited text is sent as text, an untouched other one by its name", () => {
  expect(request({ prompt: edited("baseline", "Be kind.", "Be brief.") })).toMatchObject({
    promptText: "Be kind.",
  });
  expect(request({ prompt: edited("baseline", "Be kind.", "Be brief.") })).not.toHaveProperty("prompt");
  expect(request({ prompt: edited("structured", "In steps.") })).toMatchObject({ prompt: "structured" });
  expect(request({ prompt: edited("structured", "In steps.") })).not.toHaveProperty("promptText");
  expect(request({ guide: edited("lamp", "# Lamps", "# Lamp") })).toMatchObject({
    storyGuide: "lamp",
    storyGuideText: "# Lamps",
  });
  expect(request({ prompt: edited("baseline", "Be brief.\n", "Be brief.") })).not.toHaveProperty(
    "promptText",
  );
});

test("seeds are numbers if they look so, and settings are named in words", () => {
  expect(request({ seed: "12" })).toMatchObject({ seed: 12 });
  expect(request({ seed: " lucky " })).toMatchObject({ seed: "lucky" });
  expect(request({ budget: "0.5", times: "", turns: "2" })).toMatchObject({
    budget: 0.5,
    times: 1,
    turns: 2,
  });
  expect(changesIn({ ...plain, narrator: "house/leaky", seed: "9", prompt: edited("x", "y") }, used)).toEqual(
    ["prompt", "narrator: house/leaky", "seed: 9"],
  );
});

test("models that differ from the session's are sent, and named by their role", () => {
  const recast = { playerModel: "house", classifier: "house", observer: "grok-4" };
  expect(request(recast)).toMatchObject({ playerModel: "house", observer: "grok-4" });
  expect(request(recast)).not.toHaveProperty("classifier");
  expect(changesIn({ ...plain, ...recast }, used)).toEqual(["players: house", "reader: grok-4"]);
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

test("a draft survives the page, and a damaged or full storage does no harm", () => {
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

test("a replay of a turn keeps the turns before it, in the address and in words", () => {
  expect(editLink("a~b", { turn: 4 })).toBe("/sessions/a~b/edit?turn=4");
  expect(editLink("s", { turn: 4, issue: 0 })).toBe("/sessions/s/edit?turn=4&issue=0");
  // Turn 0 is the preparation, which belongs to the first turn.
  expect(editLink("s", { turn: 0 })).toBe("/sessions/s/edit?turn=1");
  expect(editWords(14)).toBe("Edit and replay turn 14");
  expect([14, 2, 1].map(keptWords)).toEqual([
    "keep turns 1 to 13 and play from turn 14",
    "keep turn 1 and play from turn 2",
    "play from the start",
  ]);
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
    request(draftLike({ ...branch, ...part }, { used, times: "6", turns: "2" }));
  expect(like({})).toEqual({
    session: "s",
    turn: 4,
    times: 6,
    turns: 2,
    promptText: "Be kind.",
    narrator: "local/narrator",
    playerModel: "local/player",
  });
  expect(like({ prompt: text("structured", "In steps.") })).toMatchObject({ prompt: "structured" });
  expect(like({ players: used.players })).not.toHaveProperty("playerModel");
});
