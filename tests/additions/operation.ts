/** An operation: its module, and its entry in the list. The command, the function and their references follow. */
import type { Addition } from "./addition.ts";

const module = `/** How long a guide is. */
import { z } from "zod";
import { counted } from "../../../kernel/report/index.ts";
import { loadStory } from "../../../playtest/index.ts";
import { operation } from "../../declaration.ts";
import { runOptions } from "../../options.ts";

export default operation({
  name: "story length",
  input: z.strictObject({
    story: z.string().min(1).meta({ description: "A guide: its path or its name." }),
    config: runOptions.config,
  }),
  arguments: ["story"],
  examples: [{ input: { story: "innsmouth" }, says: "The number of its beats." }],
  plan: ({ story }, { harness }) => loadStory(story, harness),
  run: ({ id, pulses }) => ({ result: { id, beats: pulses.length } }),
  show: ({ id, beats }) => [\`\${id}: \${counted(beats, "beat")}.\`],
});
`;

export const operation = {
  name: "an operation",
  creates: {
    "src/operations/play/stories/story-length.ts": module,
  },
  edits: {
    "src/operations/library.ts": [
      [
        "const replayAny = declared(",
        `/** Counts the beats of a guide. */
export const storyLength = declared(
  "Play",
  "story length",
  "Count the beats of a story guide",
  () => import("./play/stories/story-length.ts"),
);

const replayAny = declared(`,
      ],
    ],
  },
  tests: ["src/cli/commands.test.ts"],
} satisfies Addition;
