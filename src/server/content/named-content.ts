/** Prompts and guides by name: read those of the workspace and the package, and save into the workspace. */
import { extname, join, resolve } from "node:path";
import type { ContentText, SavedContent, Story } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import {
  checkName,
  fileInfo,
  isInside,
  makeFolder,
  readBytes,
  writeNewFile,
} from "../../kernel/store/index.ts";
import {
  contentNames,
  findNamed,
  guideFormat,
  inspectGuide,
  type ContentKind,
} from "../../playtest/index.ts";
import { invalid, notFound, oneAtATime, Refusal } from "../problem.ts";

export type Content = {
  read(kind: ContentKind, name: string): ContentText;
  /** Never overwrites a file. */
  save(kind: ContentKind, request: SavedContent): Promise<ContentText>;
};

/** Larger files are not prompts or guides. */
const MOST_BYTES = 2_000_000;
const folders: Record<ContentKind, string> = { prompt: "prompts", story: "stories" };
const words: Record<ContentKind, string> = { prompt: "prompt", story: "guide" };
const titles: Record<ContentKind, string> = { prompt: "Prompt", story: "Guide" };

export function createContent({ workspace = "." }: Pick<Harness, "workspace">): Content {
  // Between looking for a name and writing its file nobody else may write.
  const inTurn = oneAtATime();

  function read(kind: ContentKind, name: string): ContentText {
    if (!contentNames(kind, workspace).includes(name))
      throw notFound(titles[kind], name, "List them with GET /api/choices.");
    const { path, shipped } = findNamed(kind, name, { workspace });
    const file = `${folders[kind]}/${name}${extname(path)}`;
    if (!shipped) requireInside(file);
    if ((fileInfo(path)?.size ?? 0) > MOST_BYTES)
      throw new Refusal({
        status: 413,
        code: "too-large",
        message: `${file} is larger than ${MOST_BYTES / 1_000_000} MB.`,
        remedy: `Choose another ${words[kind]}.`,
      });
    const text = withoutSecrets(readBytes(path).toString("utf8"));
    return {
      name,
      text,
      format: extname(path) === ".json" ? "json" : "markdown",
      file: shipped ? undefined : file,
    };
  }

  /** A link could lead anywhere. */
  function requireInside(file: string): string {
    const path = resolve(workspace, file);
    if (isInside(workspace, path)) return path;
    throw new Refusal({
      status: 400,
      code: "outside-folder",
      message: `${file} is a link that leads out of the workspace.`,
      remedy: "Copy the file into the workspace.",
    });
  }

  async function write(kind: ContentKind, request: SavedContent): Promise<ContentText> {
    const name = nameFor(kind, request.name);
    const text = `${request.text.replaceAll(/\r\n?/g, "\n").trim()}\n`;
    if (text.includes("\0")) throw invalid("text", "a text cannot contain NUL characters");
    if (kind === "story") guideFrom({ name, text, field: "text" });
    const extension = kind === "story" && guideFormat(text) === "json" ? "json" : "md";
    const known = contentNames(kind, workspace).find((one) => alike(one, name));
    if (known !== undefined)
      throw new Refusal({
        status: 409,
        code: "file-exists",
        option: "name",
        message: `There is already a ${words[kind]} called ${known}.`,
        remedy: "Choose another name.",
      });
    const path = requireInside(`${folders[kind]}/${name}.${extension}`);
    const dir = join(path, "..");
    makeFolder(dir);
    const made = await writeNewFile({ dir, stem: name, extension, data: text });
    return read(kind, made.slice(dir.length + 1, -extension.length - 1));
  }

  return {
    read,
    save: (kind, request) => inTurn(() => write(kind, request)),
  };
}

function nameFor(kind: ContentKind, name: string): string {
  try {
    checkName(name, "name");
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== "unsafe-name") throw error;
    throw invalid("name", `${error.message} ${error.remedy}`);
  }
  // Commands separate names by commas and read a leading dash as a flag.
  if (/^-|,/.test(name)) throw invalid("name", "a name cannot start with a dash or contain a comma");
  if (name.trim() !== name) throw invalid("name", "a name cannot start with a space");
  if (/\.(?:md|markdown|txt|json)$/i.test(name)) throw invalid("name", "leave out the file extension");
  if (/^readme(?:\.|$)/i.test(name)) throw invalid("name", `a readme is not a ${words[kind]}`);
  return name.normalize("NFC");
}

/** The same file on a disk that ignores case. */
const alike = (one: string, other: string): boolean =>
  one.normalize("NFC").toLowerCase() === other.normalize("NFC").toLowerCase();

const MOST_TOLD = 10;

/** A guide that a request contains. Its problems are told as those of a file would be, each with its place. */
function guideFrom({ name, text, field }: { name: string; text: string; field: string }): Story {
  const { guide, problems } = inspectGuide({ name, text });
  const wrong = problems.filter(({ severity }) => severity === "error");
  if (guide && wrong.length === 0) return guide;
  throw invalid(field, ...wrong.slice(0, MOST_TOLD).map(({ problem }) => problem));
}
