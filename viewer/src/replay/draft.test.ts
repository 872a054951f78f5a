import { expect, test } from "vitest";
import type { Episode, SessionTexts } from "../../../src/contract/index.ts";
import { changeWords } from "./branch-name.ts";
import {
  afterChange,
  draftOf,
  edited,
  HOUSE_CAST,
  requestOf,
  storedDraft,
  storeDraft,
  type Draft,
} from "./draft.ts";

const text = (name: string, text: string) => ({
  name,
  text,
  format: "markdown" as const,
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
const checkpoint = "s/turn-4.json";

test("an untouched draft asks for one branch and changes nothing", () => {
  expect(request({})).toEqual({ checkpoint, turns: 6 });
  const same = { narrator: "house", playerModel: "", seed: "7", guide: "notes", turns: "" };
  expect(request({}, same)).toEqual({ checkpoint });
});

test("an edited text is sent as text, one of a file by its name", () => {
  const prompt = edited(plain.prompt, "Be kind.");
  expect(request({ prompt })).toMatchObject({ prompt: { name: "baseline (edited)", text: "Be kind." } });
  expect(edited(prompt, "Be kinder.").name).toBe("baseline (edited)");
  expect(request({ prompt: { name: "structured", text: "In steps." } })).toMatchObject({
    prompt: "structured",
  });
  expect(request({ guide: edited({ name: "lamp", text: "# Lamp" }, "# Lamps") })).toMatchObject({
    storyGuide: { name: "lamp (edited)", text: "# Lamps" },
  });
  expect(request({ prompt: edited(plain.prompt, "Be brief.\n") })).not.toHaveProperty("prompt");
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

test("a branch of the house cast says so in two words", () => {
  const seats = ["narrator: a → house", "players: b → house", "classifier: c → none", "reader: d → house"];
  expect(changeWords(["prompt: p → q", ...seats])).toBe("prompt: p to q, house cast");
  expect(changeWords(["classifier: c → none", "reader: d → none"])).not.toMatch(/house/);
  expect(changeWords(seats.slice(0, 1))).toBe("narrator: a to house");
});

test("the house cast leaves with its narrator, and what else was chosen stays", () => {
  const cast = { ...HOUSE_CAST, classifier: "opus-4.5", turns: 6 };
  expect(afterChange(cast, { ...cast, narrator: "" })).toEqual({
    narrator: "",
    classifier: "opus-4.5",
    turns: 6,
  });
  expect(afterChange(cast, { ...cast, narrator: "house/leaky" })).toMatchObject({ playerModel: "house" });
});

test("a draft survives the page, and an unreadable or full storage does no harm", () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
  const draft = { ...plain, prompt: edited(plain.prompt, "Be kind.") };
  storeDraft(storage, "s", draft);
  expect(storedDraft(storage, "s", used)).toEqual(draft);
  expect(storedDraft(storage, "other", used)).toEqual(plain);
  kept.set("rehearse-edit s", "{ oops");
  expect(storedDraft(storage, "s", used)).toEqual(plain);
  const full = {
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  } as unknown as Storage;
  expect(() => storeDraft(full, "s", draft)).not.toThrow();
});
