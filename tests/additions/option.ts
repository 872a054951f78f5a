/** An option of `play`: one property of its input, used where the input is. Flags, help, types and reference follow. */
import type { Addition } from "./addition.ts";

export const option = {
  name: "an option",
  creates: {},
  edits: {
    "src/operations/play/play.ts": [
      [
        "  stopOn: list(",
        `  greeting: z.string().min(1).optional().meta({
    description: "Said before the first turn.",
    value: "TEXT",
  }),
  stopOn: list(`,
      ],
      [
        "  const notes = [\n",
        "  const notes = [\n    ...(asked.greeting === undefined ? [] : [asked.greeting]),\n",
      ],
    ],
  },
  tests: ["src/cli/commands.test.ts"],
} satisfies Addition;
