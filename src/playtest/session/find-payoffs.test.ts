import { expect, test } from "vitest";
import type { PrivateMoment } from "../../contract/index.ts";
import { storyWords } from "../classify/index.ts";
import { findPayoffs } from "./find-payoffs.ts";

const moment = (content: string, given: Partial<PrivateMoment> = {}): PrivateMoment => ({ turn: 4, target: "Norman", seat: 0, content, response: "", shared: false, payoffDetected: false, ...given });

const paid = (secret: string, narration: string, { turn = 12, heard = "", ...given }: { turn?: number; heard?: string } & Partial<PrivateMoment> = {}) =>
  findPayoffs({ moments: [moment(secret, { ...given, turn: 4 })], narration, turn, commonWords: storyWords(heard) }).length === 1;

test.each([
  ["three rare words", "A yellow sou'wester hangs on the last hook, and it squeaks.", "On the last hook hangs a yellow sou'wester, still damp."],
  ["a name", "The chief was fond of a boy called Aurelio, long ago.", '"Tell them about Aurelio," says Norman gently.'],
  ["a name that began a sentence", '"There was a boy," she says. "Aurelio. He wrote twice."', '"Tell them about Aurelio," says Norman gently.'],
  ["a word in quotation marks", 'There is one word that undoes them, and it is "gusset".', "Norman remarks to the air that it is a fine day for a gusset."],
  ["a word in capitals", "It spells one word, again and again: MARGUERITE.", "On the stern stands a name, and Norman reads it out: Marguerite."],
  ["two rare words beside whoever was told", "She shakes out a line of caraway seed along the sill.", "There is caraway seed on the step, and Norman says so."],
])("it comes back: %s", (_, secret, narration) => {
  expect(paid(secret, narration)).toBe(true);
});

test.each([
  ["too soon", { turn: 5 }],
  ["it has come back before", { payoffDetected: true }],
  ["everybody knew the words", { heard: "A yellow sou'wester on a hook." }],
])("it does not: %s", (_, given) => {
  expect(paid("A yellow sou'wester hangs on the last hook.", "On the last hook hangs a yellow sou'wester, still damp.", given)).toBe(false);
});

test.each([
  ["in its own words", (secret: string) => `The sea is calm. "${secret}"`],
  ["announced", () => "You all know Norman's secret, of course: on that hook there hung a sou'wester, and it was yellow, and the hook was the last."],
  ["announced otherwise", () => "By now it can be told what Norman has been keeping: a yellow sou'wester hangs on a hook that squeaks."],
])("a secret that is given away has not come back: %s", (_, give) => {
  const secret = "A yellow sou'wester hangs on the last hook, and it squeaks.";
  expect(paid(secret, give(secret))).toBe(false);
  expect(paid(secret, `${give(secret)}\n\nNorman finds the yellow sou'wester where it belongs, on its hook.`)).toBe(true);
});

test("words that stand far apart are an accident", () => {
  const secret = "A yellow sou'wester hangs on the last hook, and it squeaks.";
  expect(paid(secret, "The hook is bare.\n\nA yellow dog comes in.\n\nA hinge squeaks.")).toBe(false);
  expect(paid(secret, "The sea is calm, and the band plays.")).toBe(false);
});
