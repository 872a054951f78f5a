/** Reads a story guide: JSON, Markdown or plain text. */
import { extname, parse } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import {
  story,
  storyVersion,
  type Story,
  type StoryInput,
  type StoryProblem,
  type NamedText,
  longestGuideText,
} from "../../contract/index.ts";
import { type ErrorCode, HarnessError } from "../../kernel/errors/index.ts";
import { valueWithoutSecrets, withoutSecrets } from "../../kernel/secrets/index.ts";
import { firstIssues, jsonProblem, readBytes } from "../../kernel/store/index.ts";
import { findCommitments } from "./commitments.ts";
import { checkStory, explainShape } from "./check-story.ts";
import { type BeatsFound, findBeats } from "./find-beats.ts";
import { findContent, type Found } from "./find-content.ts";
import { headingsOf, sectionOf } from "./markdown-parts.ts";
import { idsFor, slug } from "./slug.ts";

type StoryOptions = {
  /** Its `stories` folder is searched first. */ workspace?: string;
  /** A file must be below it. */ within?: string | undefined;
};
/** A text guide says how its beats were found. */
export type InspectedStory = { guide?: Story; beats?: BeatsFound; problems: StoryProblem[] };

/** A guide that is given itself: its fields, or its text as a file would have it. */
export type GivenGuide = StoryInput | NamedText;

/** By name or path, or given itself. Checked: a guide with dangling references is refused before the first call. */
export function loadStory(asked: string | GivenGuide, options: StoryOptions = {}): Story {
  if (typeof asked === "string") return openStory(asked, options).guide;
  if ("id" in asked || !("name" in asked))
    return validStory(inspectValue(asked), { code: "bad-value", what: "The given story" });
  return validStory(inspectGuide(asked), { code: "bad-value", what: `The guide ${asked.name}` });
}

/** The same, with its location and how its beats were found. */
export function openStory(
  asked: string,
  options: StoryOptions = {},
): { guide: Story; beats?: BeatsFound; found: Found } {
  const found = findContent("story", asked, options);
  const inspected = inspectStory(found.path);
  return { guide: validStory(inspected, { what: found.path }), beats: inspected.beats, found };
}

function validStory({ guide, problems }: InspectedStory, given: { what: string; code?: ErrorCode }): Story {
  const wrong = problems.filter(({ severity }) => severity === "error");
  if (!guide || wrong.length > 0)
    throw badStory(
      given,
      wrong.map(({ problem }) => problem),
    );
  return guide;
}

const badStory = (
  { what, code = "bad-file" }: { what: string; code?: ErrorCode },
  problems: readonly string[],
) =>
  new HarnessError({
    code,
    message: [`${what} is not a valid story guide:`, ...problems.map((problem) => `  ${problem}`)].join("\n"),
    remedy: "docs/guide/stories.md explains every field; `rehearse story check FILE` checks one.",
  });

export function inspectStory(path: string): InspectedStory {
  const written = readText(path);
  if (typeof written !== "string") return { problems: errors([written.problem]) };
  return isText(path) ? inspectWritten(path, written) : inspectJson(written);
}

const isText = (path: string) => [".md", ".markdown", ".txt"].includes(extname(path).toLowerCase());
const errors = (problems: readonly string[]): StoryProblem[] =>
  problems.map((problem) => ({ severity: "error", problem }));

export type GuideFormat = "json" | "markdown";

/** A structured guide is a JSON object; every other text is the guide as its author wrote it. */
export const guideFormat = (text: string): GuideFormat => (/^\s*\{/.test(text) ? "json" : "markdown");

/** A guide that is not in a file yet. The name gives a text guide its id, as the name of its file would. */
export function inspectGuide({ name, text }: { name: string; text: string }): InspectedStory {
  if (text.includes("\0")) return { problems: errors(["binary: a guide is text"]) };
  return guideFormat(text) === "markdown" ? inspectWritten(`${name}.md`, text) : inspectJson(text);
}

/** The text of a guide to import: it needs no structure. */
export function readSource(path: string): string {
  if (!isText(path))
    throw new HarnessError({
      code: "bad-file",
      message: `${path} is not Markdown or plain text.`,
      remedy: "Give a file that ends in .md, .markdown or .txt. A JSON guide is structured already.",
    });
  const written = readText(path);
  if (typeof written !== "string") throw badStory({ what: path }, [written.problem]);
  const text = withoutSecrets(written.replaceAll(/\r\n?/g, "\n")).trim();
  const problem = lengthProblem(text);
  if (problem !== undefined) throw badStory({ what: path }, [problem]);
  return text;
}

function readText(path: string): string | { problem: string } {
  const bytes = readBytes(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? { problem: "binary: a guide is text" } : text;
  } catch {
    return { problem: "not UTF-8 text: save it as UTF-8" };
  }
}

function inspectJson(text: string): InspectedStory {
  try {
    return inspectValue(JSON.parse(text) as unknown);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problems: errors([jsonProblem(text, error)]) };
  }
}

/** More levels than any guide needs. Thousands would exhaust the stack of the code that walks through them. */
const DEEPEST = 20;
const TOO_DEEP = `nested more than ${DEEPEST} levels deep`;

function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= DEEPEST; depth += 1)
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  return level.length > 0;
}

function inspectValue(given: unknown): InspectedStory {
  if (isTooDeep(given)) return { problems: errors([TOO_DEEP]) };
  const value = valueWithoutSecrets(given);
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > storyVersion)
    return { problems: errors([`it has format ${version}; this version reads up to ${storyVersion}`]) };
  const { data, error } = story.safeParse(value);
  return { guide: data, problems: data ? checkStory(data) : errors(explainShape(error, value)) };
}

const NO_BEATS: BeatsFound = { beats: [], rule: "the front matter says: beats: none" };
/** The schema's maximum number of beats. */
const MOST_BEATS = 60;

/** A guide from Markdown or plain text: the text is used unchanged, and its structure gives the beats. */
function inspectWritten(path: string, written: string): InspectedStory {
  // A resumed session must send the same text: a key is redacted at the start, not only on disk.
  const { given, body, problems } = splitFrontMatter(withoutSecrets(written).replaceAll(/\r\n?/g, "\n"));
  const text = body.trim();
  const problem = lengthProblem(text);
  if (problem !== undefined) return { problems: errors([...problems, problem]) };
  const promised = findCommitments(text);
  const beats = given.beats === "none" ? NO_BEATS : findBeats(promised.rest);
  if (beats.beats.length > MOST_BEATS)
    return {
      beats,
      problems: errors([
        ...problems,
        `${beats.beats.length} beats found (${beats.rule}); a guide can have at most ${MOST_BEATS}. ` +
          "Merge some, or write beats: none in the front matter",
      ]),
    };
  const name = parse(path).name;
  const title = given.title ?? titleIn(promised.rest, beats) ?? humanised(name);
  const ids = idsFor(
    beats.beats.map((beat) => beat.title),
    "beat",
  );
  const pulses = beats.beats.map((beat, index) => ({ id: ids[index]!, ...beat }));
  const value = {
    version: storyVersion,
    id: slug(name) ?? slug(title) ?? "story",
    title,
    text,
    genre: given.genre,
    names: given.names,
    questions: given.questions,
    pulses,
    commitments: promised.commitments(pulses),
  };
  const { data, error } = story.safeParse(value);
  if (!data) return { beats, problems: errors([...problems, ...explainShape(error, value)]) };
  const odd = beats.odd ? [`the beats are numbered ${beats.odd.join(", ")}`] : [];
  const warnings = [...odd, ...promised.warnings].map((problem) => ({
    severity: "warning" as const,
    problem,
  }));
  return { guide: data, beats, problems: [...errors(problems), ...warnings, ...checkStory(data)] };
}

function lengthProblem(text: string): string | undefined {
  if (text === "") return "the file is empty";
  return text.length > longestGuideText
    ? `${count(text.length)} characters; a guide can have at most ${count(longestGuideText)}`
    : undefined;
}

const count = (number: number) => number.toLocaleString("en");

/** The first heading, unless it is a beat. */
function titleIn(text: string, { beats }: BeatsFound): string | undefined {
  const headings = headingsOf(text);
  const [first] = headings;
  const isBeat = first && beats[0] && sectionOf(text, headings, 0) === beats[0].summary;
  return isBeat ? undefined : first?.text;
}

const humanised = (name: string): string => {
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Names separated by commas are a list too. */
const texts = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",").map((part) => part.trim()) : value),
  z.array(z.string().min(1)).min(1),
);

const frontMatter = z.strictObject({
  title: z.string().min(1).optional(),
  genre: z.string().min(1).optional(),
  names: texts.optional(),
  questions: z.array(z.string().min(1)).min(1).optional(),
  beats: z.literal("none").optional(),
});
type FrontMatter = z.infer<typeof frontMatter>;

/** The settings between two lines of `---` at the very start, and the text after them. */
function splitFrontMatter(text: string): { given: FrontMatter; body: string; problems: string[] } {
  const [whole, yaml = ""] = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ?? [];
  // A rule above a paragraph uses the same marks.
  if (whole === undefined || !/^\s*(?:#.*\n\s*)*[\w-]+:/.test(yaml))
    return { given: {}, body: text, problems: [] };
  const body = text.slice(whole.length);
  let value: unknown;
  try {
    value = parseYaml(yaml, { maxAliasCount: 0 });
  } catch (error) {
    const [problem = ""] = (error as Error).message.split("\n");
    // The parser reports an exhausted stack as an error of syntax.
    const isStack = problem.includes("call stack");
    return { given: {}, body, problems: [`front matter: ${isStack ? TOO_DEEP : problem}`] };
  }
  const { data, error } = frontMatter.safeParse(value);
  if (data) return { given: data, body, problems: [] };
  return {
    given: {},
    body,
    problems: [
      `front matter: ${firstIssues(error, { schema: frontMatter })}. Known: ${Object.keys(frontMatter.shape).join(", ")}`,
    ],
  };
}

/** A guide as a text that can be edited: the author's own if reading it again gives the same guide, otherwise JSON. */
export function guideSource(guide: Story): { format: GuideFormat; text: string } {
  const { id, text } = guide;
  return text !== undefined && isDeepStrictEqual(inspectGuide({ name: id, text }).guide, guide)
    ? { format: "markdown", text }
    : { format: "json", text: `${JSON.stringify(guide, null, 2)}\n` };
}
