/** Stories and prompts by name or path: those of the workspace first, then the shipped ones. */
import { extname, join, parse, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { namedText, type NamedText } from "../../contract/index.ts";
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import {
  exists,
  fileNotFound,
  firstIssues,
  namesIn,
  realPath,
  readText,
  resolveInside,
} from "../../kernel/store/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";

/** Content in the package: three folders up, from both src and dist. */
const shippedFolder = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

const texts = [".md", ".markdown", ".txt"] as const;
const kinds = {
  story: { folder: "stories", shipped: ".json", own: [".json", ...texts] },
  prompt: { folder: "prompts", shipped: ".md", own: texts },
} as const;

export type ContentKind = keyof typeof kinds;
export type Found = {
  name: string;
  path: string;
  shipped?: boolean;
  /** A shipped one has this name too, and is not used. */
  hides?: boolean;
};

/** A list, because in a clone users save theirs beside them: presets, which cost money, must not grow by those. */
const SHIPPED_PROMPTS = ["baseline", "pulse-aware", "structured", "tangent-focused"];

export function shippedNames(kind: ContentKind): string[] {
  if (kind === "prompt") return SHIPPED_PROMPTS;
  const { folder, shipped } = kinds[kind];
  return namesIn(shippedFolder(folder))
    .filter((file) => extname(file) === shipped)
    .map((file) => parse(file).name)
    .sort();
}

/** The names that work without a path: those of the workspace first. */
export const contentNames = (kind: ContentKind, workspace = "."): string[] => [
  ...new Set([...ownNames(kind, workspace), ...shippedNames(kind)]),
];

export const ownNames = (kind: ContentKind, workspace = "."): string[] => [
  ...new Set(ownFiles(kind, workspace).map((file) => parse(file).name)),
];

/** The files of the workspace's own folder. In a clone that is the shipped one: what is shipped is not counted twice. */
function ownFiles(kind: ContentKind, workspace: string): string[] {
  const { folder, own, shipped } = kinds[kind];
  const dir = join(workspace, folder);
  if (!exists(dir)) return [];
  const isClone = realPath(dir) === realPath(shippedFolder(folder));
  const isShipped = (file: string) =>
    isClone && extname(file) === shipped && shippedNames(kind).includes(parse(file).name);
  return namesIn(dir)
    .filter((file) => own.some((ending) => ending === extname(file)) && !/^readme\./i.test(file))
    .filter((file) => !isShipped(file))
    .sort();
}

/** `within`: a file must be below it. */
type Place = { workspace?: string | undefined; within?: string | undefined };

/** Where a story or a prompt is: a file by its path, one of the workspace by its name, or a shipped one by its name. */
export function findContent(
  kind: ContentKind,
  asked: string,
  { workspace = ".", within }: Place = {},
): Found {
  const isPath = /[./\\]/.test(asked);
  if (isPath && within !== undefined) resolveInside(within, asked);
  if (isPath && exists(asked)) return { name: parse(asked).name, path: asked };
  return findNamed(kind, asked, { workspace });
}

/** The same by name alone: never a path. */
export function findNamed(
  kind: ContentKind,
  asked: string,
  { workspace = "." }: { workspace?: string } = {},
): Found {
  const isPath = /[./\\]/.test(asked);
  const { folder, shipped: ending } = kinds[kind];
  const shipped = shippedNames(kind);
  const own = ownFiles(kind, workspace).filter((file) => parse(file).name === asked);
  const place = (file: string) => join(relative(".", workspace), folder, file);
  if (own.length > 1)
    throw new HarnessError({
      code: "bad-value",
      message: `Two files are called "${asked}": ${own.map(place).join(" and ")}.`,
      remedy: `Rename one of them, or give its path instead of the name: ${place(own[0]!)}.`,
    });
  if (own.length === 1) return { name: asked, path: place(own[0]!), hides: shipped.includes(asked) };
  if (shipped.includes(asked))
    return { name: asked, path: join(shippedFolder(folder), `${asked}${ending}`), shipped: true };
  const known = contentNames(kind, workspace);
  if (isPath)
    throw fileNotFound(asked, {
      remedy: [
        `Give the path of a file, or the name of a ${kind}: ${known.join(", ")}.`,
        suggestion(parse(asked).name, known),
      ]
        .filter(Boolean)
        .join(" "),
    });
  throw new HarnessError({
    code: "unknown-name",
    message: [`Unknown ${kind} "${asked}".`, `Known: ${known.join(", ")}.`, suggestion(asked, known)]
      .filter(Boolean)
      .join(" "),
    remedy: `Give one of these names, the path of a file, or put the file into ${join(relative(".", workspace), folder)}/.`,
  });
}

/** A narrator prompt, by name or path, or given itself. Sessions keep the text, so later edits do not affect them. */
export function loadPrompt(asked: string | NamedText, options: Place = {}): NamedText {
  const isGiven = typeof asked === "object";
  const found = isGiven ? { name: asked.name, path: asked.name } : findContent("prompt", asked, options);
  const { data, error } = namedText.safeParse(isGiven ? asked : { ...found, text: readText(found.path) });
  // A resumed session must send the same text: a key is redacted at the start, not only on disk.
  const text = withoutSecrets(data?.text.trim() ?? "");
  if (data && text !== "") return { ...data, text };
  throw new HarnessError({
    code: isGiven ? "bad-value" : "bad-file",
    message: error
      ? `The given prompt needs a name and a text: ${firstIssues(error)}.`
      : `The prompt ${found.path} is empty.`,
    remedy: "Write instructions for the narrator, or choose another prompt.",
  });
}
