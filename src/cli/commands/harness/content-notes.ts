/** Notes on stories and prompts: own files that hide shipped ones, the beats of a text, prompts that have no effect. */
import { promptEffect } from "../../../kernel/models/index.ts";
import { findContent, openStory, type BeatsFound } from "../../../playtest/index.ts";
import { terminalText, type Io } from "../../frame/index.ts";

type Asked = string | readonly string[] | undefined;

export function sayContent(
  io: Io,
  { workspace }: { workspace: string },
  { stories, prompts }: { stories?: Asked; prompts?: Asked },
): void {
  for (const asked of listOf(stories)) {
    const { found, beats } = openStory(asked, { workspace });
    if (found.hides) io.say(terminalText(`${found.path} hides the shipped story ${found.name}.`));
    if (beats) io.say(terminalText(`${found.path}: ${beatsText(beats)}`));
  }
  for (const asked of listOf(prompts)) {
    const found = findContent("prompt", asked, { workspace });
    if (found.hides) io.say(terminalText(`${found.path} hides the shipped prompt ${found.name}.`));
  }
}

/** With a house narrator, a comparison of prompts would compare dice. */
export function sayPromptIgnored(io: Io, narrators: readonly string[]): void {
  const effect = narrators.map(promptEffect).find((each) => each !== undefined);
  if (effect === undefined) return;
  io.warn(
    `${effect} To test a prompt, name a real model as the narrator; house/<fault> tests the detectors (\`rehearse models\` lists both).`,
  );
}

export const beatsText = ({ beats, rule }: BeatsFound): string =>
  beats.length === 0
    ? `no beats (${rule}), so completion and pace are not measured.`
    : `${beats.length} ${beats.length === 1 ? "beat" : "beats"}, from ${rule}.`;

const listOf = (asked: Asked): readonly string[] =>
  asked === undefined ? [] : typeof asked === "string" ? [asked] : asked;
