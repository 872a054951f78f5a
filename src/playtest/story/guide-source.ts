/** A guide as a text that can be edited and read again: Markdown if it was written so, otherwise JSON. */
import { isDeepStrictEqual } from "node:util";
import { stringify } from "yaml";
import { story, type Story } from "../../contract/index.ts";
import { inspectGuide, type GuideFormat } from "./load-story.ts";

/** Reading the text again, under the guide's id as its name, gives the same guide. */
export function guideSource(guide: Story): { format: GuideFormat; text: string } {
  const text = guide.text === undefined ? undefined : markdownOf(guide, guide.text);
  return text === undefined ? { format: "json", text: jsonOf(guide) } : { format: "markdown", text };
}

/** The author's text, under as little front matter as gives the same guide. */
function markdownOf(guide: Story, text: string): string | undefined {
  const isSame = (front: FrontMatter): boolean =>
    isDeepStrictEqual(inspectGuide({ name: guide.id, text: withFrontMatter(front, text) }).guide, guide);
  const { title, genre, names, questions } = guide;
  const all = { title, genre, names: names.length > 0 ? names : undefined, questions };
  let front = [undefined, "none", "headings", "list"]
    .map((beats): FrontMatter => ({ ...all, beats }))
    .find(isSame);
  if (front === undefined) return undefined;
  for (const field of Object.keys(front)) {
    const less: FrontMatter = { ...front, [field]: undefined };
    if (isSame(less)) front = less;
  }
  return withFrontMatter(front, text);
}

type FrontMatter = Record<string, unknown>;

function withFrontMatter(front: FrontMatter, text: string): string {
  const set = Object.entries(front).filter(([, value]) => value !== undefined);
  return set.length === 0
    ? text
    : `---\n${stringify(Object.fromEntries(set), { lineWidth: 0 })}---\n\n${text}`;
}

/** Empty fields are left out, unless they mean something. */
function jsonOf(guide: Story): string {
  const brief = withoutEmpty(guide);
  const { data } = story.safeParse(brief);
  return `${JSON.stringify(isDeepStrictEqual(data, guide) ? brief : guide, null, 2)}\n`;
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]): [string, unknown] => [key, withoutEmpty(each)])
      .filter(([, each]) => typeof each !== "object" || each === null || Object.keys(each).length > 0),
  );
}
