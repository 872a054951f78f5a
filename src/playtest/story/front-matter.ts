import { parse } from "yaml";
import { z } from "zod";

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
  beats: z.enum(["none", "headings", "list"]).optional(),
});
export type FrontMatter = z.infer<typeof frontMatter>;

/** The settings between two lines of `---` at the very beginning, and the text after them. */
export function splitFrontMatter(text: string): { given: FrontMatter; body: string; problems: string[] } {
  const [whole, yaml = ""] = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text) ?? [];
  // A rule above a paragraph is drawn with the same marks.
  if (whole === undefined || !/^\s*(?:#.*\n\s*)*[\w-]+:/.test(yaml))
    return { given: {}, body: text, problems: [] };
  const body = text.slice(whole.length);
  let value: unknown;
  try {
    value = parse(yaml, { maxAliasCount: 0 });
  } catch (error) {
    return { given: {}, body, problems: [`front matter: ${(error as Error).message.split("\n")[0]}`] };
  }
  const { data, error } = frontMatter.safeParse(value);
  if (data) return { given: data, body, problems: [] };
  return { given: {}, body, problems: error.issues.map((issue) => `front matter${explained(issue)}`) };
}

const known = Object.keys(frontMatter.shape).join(", ");
const expected: Record<string, string> = {
  title: "text",
  genre: "text",
  names: "a list of names",
  questions: "a list of questions",
  beats: "none, headings or list",
};

function explained(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `: unknown ${issue.keys.map((key) => `"${key}"`).join(", ")} (known: ${known})`;
  const [field] = issue.path;
  return field === undefined
    ? ": expected fields"
    : `, ${String(field)}: expected ${expected[String(field)]}`;
}
