/** Notes on stories and prompts: own files that hide shipped ones, the beats of a text, prompts that have no effect. */
import { callText } from "../../kernel/errors/index.ts";
import { promptEffect } from "../../kernel/models/index.ts";
import { type BeatsFound, findContent, openStory } from "../../playtest/index.ts";
import type { Context } from "../declaration.ts";

/** Content that was given as a value has no file. */
type Asked = ReadonlyArray<string | object | undefined>;

export function sayContent(
  { harness: { workspace }, on }: Context,
  { stories = [], prompts = [] }: { stories?: Asked; prompts?: Asked },
): void {
  const say = (text: string) => on({ type: "note", text });
  for (const asked of stories.filter((each) => typeof each === "string")) {
    const { found, beats } = openStory(asked, { workspace });
    if (found.hides) say(`${found.path} hides the shipped story ${found.name}.`);
    if (beats) say(`${found.path}: ${beatsText(beats)}`);
  }
  for (const asked of prompts.filter((each) => typeof each === "string")) {
    const found = findContent("prompt", asked, { workspace });
    if (found.hides) say(`${found.path} hides the shipped prompt ${found.name}.`);
  }
}

/** With a house narrator, a comparison of prompts would compare dice. */
export function sayPromptIgnored({ on }: Context, narrators: readonly string[]): void {
  const effect = narrators.map(promptEffect).find((each) => each !== undefined);
  if (effect === undefined) return;
  on({
    type: "note",
    level: "warning",
    text:
      `${effect} To test a prompt, name a real model as the narrator; ` +
      `house/<fault> tests the detectors (${callText("models")} lists both).`,
  });
}

export const beatsText = ({ beats, rule }: BeatsFound): string =>
  beats.length === 0
    ? `no beats (${rule}), so completion and pace are not measured.`
    : `${beats.length} ${beats.length === 1 ? "beat" : "beats"}, from ${rule}.`;
