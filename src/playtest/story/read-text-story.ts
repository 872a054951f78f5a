import { parse } from "node:path";
import { longestGuideText, story, storyVersion, type Story } from "../../contract/index.ts";
import { findBeats, type BeatsFound } from "./find-beats.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { headingsOf, sectionOf } from "./markdown-parts.ts";
import { explainShape } from "./explain-shape.ts";
import { idsFor, slug } from "./slug.ts";

export type TextStory = { guide?: Story; beats?: BeatsFound; problems: string[] };

/** As many beats as the schema takes. */
const MOST_BEATS = 60;

/** A guide from Markdown or plain text: the text is used as it is, and its structure says where the beats are. */
export function readTextStory(path: string, written: string): TextStory {
  const { given, body, problems } = splitFrontMatter(written.replaceAll(/\r\n?/g, "\n"));
  const text = body.trim();
  const problem = lengthProblem(text);
  if (problem !== undefined) return { problems: [...problems, problem] };
  const beats = findBeats(text, given.beats);
  if (beats.beats.length > MOST_BEATS)
    return {
      beats,
      problems: [
        ...problems,
        `${beats.beats.length} beats found (${beats.rule}); a guide can have at most ${MOST_BEATS}. Merge some, or write beats: none, headings or list in the front matter`,
      ],
    };
  if (problems.length > 0) return { beats, problems };
  const name = parse(path).name;
  const title = given.title ?? titleIn(text, beats) ?? humanised(name);
  const ids = idsFor(
    beats.beats.map((beat) => beat.title),
    "beat",
  );
  const value = {
    version: storyVersion,
    id: slug(name) ?? slug(title) ?? "story",
    title,
    text,
    ...(given.genre !== undefined && { genre: given.genre }),
    ...(given.names && { names: given.names }),
    ...(given.questions && { questions: given.questions }),
    pulses: beats.beats.map((beat, index) => ({ id: ids[index]!, ...beat })),
  };
  const { data, error } = story.safeParse(value);
  return data ? { guide: data, beats, problems: [] } : { beats, problems: explainShape(error, value) };
}

export function lengthProblem(text: string): string | undefined {
  if (text === "") return "empty: there is no story in it";
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
