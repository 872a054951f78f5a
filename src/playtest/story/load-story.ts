import { story, storyVersion, type Story } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { valueWithoutSecrets } from "../../kernel/secrets/index.ts";
import { readJson } from "../../kernel/store/index.ts";
import { checkStory } from "./check-story.ts";
import { explainShape } from "./explain-shape.ts";
import { findContent } from "./shipped.ts";

/** A story guide by name or path, checked: a guide that refers to what is not there is refused before the first call. */
export function loadStory(asked: string): Story {
  const { path } = findContent("story", asked);
  const guide = readStory(path);
  const wrong = checkStory(guide).filter(({ severity }) => severity === "error");
  if (wrong.length > 0)
    throw badStory(
      path,
      wrong.map(({ problem }) => problem),
    );
  return guide;
}

/** A story guide that has the right shape; what it refers to is for `checkStory`. */
export function readStory(path: string): Story {
  const value = valueWithoutSecrets(readJson(path, (problem) => badStory(path, [problem])));
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > storyVersion)
    throw badStory(path, [`it has format ${version}; this version reads up to ${storyVersion}`]);
  const { data, error } = story.safeParse(value);
  if (!data) throw badStory(path, explainShape(error, value));
  return data;
}

const badStory = (path: string, problems: string[]) =>
  new HarnessError({
    code: "bad-story",
    message: [
      `${path} is no story guide that can be played:`,
      ...problems.map((problem) => `  ${problem}`),
    ].join("\n"),
    remedy: "docs/guide/stories.md explains every field; `rehearse story check FILE` checks one.",
  });
