import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { story, storyVersion, type Story } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { valueWithoutSecrets, withoutSecrets } from "../../kernel/secrets/index.ts";
import { fileError, readJson } from "../../kernel/store/index.ts";
import { checkStory, type StoryProblem } from "./check-story.ts";
import { explainShape } from "./explain-shape.ts";
import type { BeatsFound } from "./find-beats.ts";
import { findContent, type Found } from "./find-content.ts";
import { lengthProblem, readTextStory } from "./read-text-story.ts";

export type StoryOptions = { /** Its `stories` folder is searched first. */ workspace?: string };
/** A guide that is a text says how its beats were found. */
export type InspectedStory = { guide?: Story; beats?: BeatsFound; problems: StoryProblem[] };

/** A story guide by name or path, checked: a guide that refers to what is not there is refused before the first call. */
export const loadStory = (asked: string, options: StoryOptions = {}): Story =>
  openStory(asked, options).guide;

/** The same, with where it was found and how its beats were. */
export function openStory(
  asked: string,
  { workspace }: StoryOptions = {},
): { guide: Story; beats?: BeatsFound; found: Found } {
  const found = findContent("story", asked, { workspace });
  return { ...readStory(found.path), found };
}

/** A guide that can be played, or every reason why not. */
export function readStory(path: string): { guide: Story; beats?: BeatsFound } {
  const { guide, beats, problems } = inspectStory(path);
  const wrong = problems.filter(({ severity }) => severity === "error");
  if (guide && wrong.length === 0) return { guide, beats };
  throw badStory(
    path,
    wrong.map(({ problem }) => problem),
  );
}

const badStory = (path: string, problems: readonly string[]) =>
  new HarnessError({
    code: "bad-story",
    message: [
      `${path} is not a story guide that can be played:`,
      ...problems.map((problem) => `  ${problem}`),
    ].join("\n"),
    remedy: "docs/guide/stories.md explains every field; `rehearse story check FILE` checks one.",
  });

/** Everything that is wrong or unusual in a guide, in one go. */
export function inspectStory(path: string): InspectedStory {
  return isText(path) ? inspectText(path) : inspectJson(path);
}

const isText = (path: string) => [".md", ".markdown", ".txt"].includes(extname(path).toLowerCase());
const errors = (problems: readonly string[]): StoryProblem[] =>
  problems.map((problem) => ({ severity: "error", problem }));

function inspectText(path: string): InspectedStory {
  const written = readText(path);
  if (typeof written !== "string") return { problems: errors([written.problem]) };
  // A session that is resumed must send what it sent before: a key is taken out at the start, not only on disk.
  const { guide, beats, problems } = readTextStory(path, withoutSecrets(written));
  const warnings = (beats?.warnings ?? []).map((problem) => ({ severity: "warning" as const, problem }));
  return { guide, beats, problems: [...errors(problems), ...warnings, ...(guide ? checkStory(guide) : [])] };
}

/** The text of a guide that is to be imported: no structure is asked of it. */
export function readSource(path: string): string {
  if (!isText(path))
    throw new HarnessError({
      code: "bad-argument",
      message: `${path} is not Markdown or plain text.`,
      remedy: "Give a file that ends in .md, .markdown or .txt. A JSON guide is structured already.",
    });
  const written = readText(path);
  if (typeof written !== "string") throw badStory(path, [written.problem]);
  const text = withoutSecrets(written.replaceAll(/\r\n?/g, "\n")).trim();
  const problem = lengthProblem(text);
  if (problem !== undefined) throw badStory(path, [problem]);
  return text;
}

function readText(path: string): string | { problem: string } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? { problem: "binary: a guide is text" } : text;
  } catch {
    return { problem: "not UTF-8 text: save it as UTF-8" };
  }
}

function inspectJson(path: string): InspectedStory {
  let value: unknown;
  let broken: string | undefined;
  try {
    value = valueWithoutSecrets(
      readJson(path, (problem) => {
        broken = problem;
        return badStory(path, [problem]);
      }),
    );
  } catch (error) {
    if (broken === undefined) throw error;
    return { problems: errors([broken]) };
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > storyVersion)
    return { problems: errors([`it has format ${version}; this version reads up to ${storyVersion}`]) };
  const { data, error } = story.safeParse(value);
  return {
    guide: data,
    problems: [...(error ? errors(explainShape(error, value)) : []), ...checkStory(data ?? value)],
  };
}
