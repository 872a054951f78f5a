/** The guides that --story knows by name, and why one cannot be played. */
import { z } from "zod";
import type { ListedStory } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { contentNames, findContent, inspectStory } from "../../../playtest/index.ts";
import { operation } from "../../declaration.ts";
import { runOptions } from "../../options.ts";
import { answer, tableOf } from "../../../kernel/verdict-words/index.ts";

export default operation({
  name: "story list",
  description: "Shows the guides of the workspace's stories folder and the shipped ones.",
  input: z.strictObject({ config: runOptions.config }),
  examples: [{ input: {}, says: "The guides that --story knows by name." }],
  plan: (_, { harness: { workspace } }) => workspace,
  run: (workspace) => ({ result: contentNames("story", workspace).map((name) => listed(name, workspace)) }),
  show: (guides) => [
    answer(`${counted(guides.length, "guide")}.`, {
      tables: [
        tableOf(
          "Stories",
          ["name", "title", "genre", ">pulses", "from"],
          guides.map(({ name, title, genre, pulses, from, problems }) => [
            name,
            problems ? "(cannot be played)" : (title ?? null),
            genre ?? null,
            pulses ?? null,
            from ?? null,
          ]),
        ),
      ],
      findings: guides.flatMap(({ name, problems = [] }) =>
        problems.map((says) => ({ title: `${name} cannot be played`, says, quotes: [] })),
      ),
    }),
  ],
});

/** A bad guide is listed with its errors, so that it does not hide the others. */
function listed(name: string, workspace: string): ListedStory {
  let from: string | undefined;
  try {
    const found = findContent("story", name, { workspace });
    from = found.shipped ? "shipped" : found.path;
    const { guide, problems } = inspectStory(found.path);
    const errors = problems.filter(({ severity }) => severity === "error").map(({ problem }) => problem);
    if (!guide || errors.length > 0) return { name, from, problems: errors };
    return { name, id: guide.id, title: guide.title, genre: guide.genre, pulses: guide.pulses.length, from };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return { name, from, problems: [`${error.message} ${error.remedy}`] };
  }
}
