import { parse } from "node:path";
import { longestGuideText, story, storyVersion, type Story } from "../../contract/index.ts";
import { findBeats, type BeatsFound } from "./find-beats.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { headingsOf } from "./markdown-parts.ts";
import { explainShape } from "./explain-shape.ts";

export type TextStory = { guide?: Story; beats?: BeatsFound; problems: string[] };

/** As many beats as the schema takes. */
const MOST_BEATS = 60;

/** A guide from Markdown or plain text: the text is used as it is, and its structure says where the beats are. */
export function readTextStory(path: string, written: string): TextStory {
  const { given, body, problems } = splitFrontMatter(written.replaceAll(/\r\n?/g, "\n"));
  const text = body.trim();
  if (text === "") return { problems: [...problems, "empty: there is no story in it"] };
  if (text.length > longestGuideText)
    return {
      problems: [
        ...problems,
        `${count(text.length)} characters; a guide can have at most ${count(longestGuideText)}. Every call of the narrator sends all of it`,
      ],
    };
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
  const used = new Set<string>();
  const value = {
    version: storyVersion,
    id: slug(name) ?? slug(title) ?? "story",
    title,
    text,
    ...(given.genre !== undefined && { genre: given.genre }),
    ...(given.names && { names: given.names }),
    ...(given.questions && { questions: given.questions }),
    pulses: beats.beats.map((beat, index) => ({ id: freeId(beat.title, index, used), ...beat })),
  };
  const { data, error } = story.safeParse(value);
  return data ? { guide: data, beats, problems: [] } : { beats, problems: explainShape(error, value) };
}

const count = (number: number) => number.toLocaleString("en");

/** The first heading, unless it is a beat. */
function titleIn(text: string, { beats }: BeatsFound): string | undefined {
  const first = headingsOf(text)[0]?.text;
  return first === undefined || beats.some(({ title }) => first.endsWith(title)) ? undefined : first;
}

const humanised = (name: string): string => {
  const words = name.replaceAll(/[-_]+/g, " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
};

/** Letters without accents, joined by hyphens. Undefined: no Latin letter is left. */
export function slug(text: string): string | undefined {
  const made = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return /[a-z]/.test(made) ? made : undefined;
}

function freeId(title: string, index: number, used: Set<string>): string {
  const wanted = slug(title) ?? `beat-${index + 1}`;
  let id = wanted;
  for (let next = 2; used.has(id); next += 1) id = `${wanted}-${next}`;
  used.add(id);
  return id;
}
