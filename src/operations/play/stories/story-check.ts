/** Every problem in a guide, and the beats that were found in it. */
import { z } from "zod";
import type { CheckedStory, Fact, VerdictTable } from "../../../contract/index.ts";
import { about } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { exists } from "../../../kernel/store/index.ts";
import { findContent, type InspectedStory, inspectStory } from "../../../playtest/index.ts";
import { operation } from "../../declaration.ts";
import { path, runOptions } from "../../options.ts";
import { answer, tableOf } from "../../../kernel/verdict-words/index.ts";
import { beatsText } from "../content-notes.ts";

export default operation({
  name: "story check",
  description:
    "Lists the problems in a guide: invalid fields, and once there are none, broken references and what is unusual. " +
    "For Markdown or text it also lists the beats it found. It exits with 2 on errors and 0 on warnings.",
  input: z.strictObject({
    file: path().meta({ description: "A guide: its path or its name.", value: "FILE" }),
    config: runOptions.config,
  }),
  arguments: ["file"],
  examples: [{ input: { file: "my-story" }, says: "Can it be played, and which beats were found?" }],
  plan: ({ file }, { harness }) => about("file", () => storyFile(file, harness)),
  run(file) {
    const result = checkedStory(file, inspectStory(file));
    const isBad = result.problems.some(({ severity }) => severity === "error");
    return { result, exit: isBad ? 2 : undefined };
  },
  show: (checked) => [
    answer(`${checked.title ?? checked.path}: ${problemCount(checked)}`, {
      facts: factsOf(checked),
      tables: beatTables(checked),
      findings: checked.problems.map(({ severity, problem }) => ({
        title: severity,
        says: problem,
        quotes: [],
      })),
      next: checked.beats?.titles.length === 0 ? [{ says: HOW_TO_MARK }] : [],
    }),
  ],
});

/** A file, or the name of a guide. */
export const storyFile = (file: string, { workspace }: { workspace: string }): string =>
  exists(file) ? file : findContent("story", file, { workspace }).path;

const checkedStory = (file: string, { guide, beats, problems }: InspectedStory): CheckedStory => ({
  path: file,
  id: guide?.id,
  title: guide?.title,
  pulses: guide?.pulses.length ?? beats?.beats.length,
  npcs: guide?.npcs.length,
  locations: guide?.locations.length,
  devices: guide?.devices.length,
  endings: guide?.endings.length,
  commitments: guide?.commitments.length,
  beats: beats && {
    rule: beats.rule,
    says: beatsText(beats),
    titles: beats.beats.map(({ title }) => title),
  },
  problems,
});

function problemCount({ problems }: CheckedStory): string {
  if (problems.length === 0) return "no problems found.";
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return `${counted(errors, "error")}, ${counted(problems.length - errors, "warning")}.`;
}

const beatTables = ({ beats }: CheckedStory): VerdictTable[] =>
  beats && beats.titles.length > 0
    ? [
        tableOf(
          "Beats",
          [">#", "title"],
          beats.titles.map((title, at) => [at + 1, title]),
        ),
      ]
    : [];

function factsOf({ beats, pulses, npcs, locations, devices, endings, commitments }: CheckedStory): Fact[] {
  const parts = { Beats: pulses, People: npcs, Places: locations, Things: devices, Endings: endings };
  return [
    ...(beats
      ? [{ label: "Beats", value: beats.says }]
      : Object.entries(parts).flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))),
    ...(commitments === undefined ? [] : [{ label: "Commitments", value: commitments }]),
  ];
}

const HOW_TO_MARK =
  'To mark beats, number the headings (## 1. The Quay), or put sub-headings or an ordered list under a "Beats" heading. ' +
  "`rehearse story import FILE --model MODEL` proposes a structured guide.";
