/** Prompts and guides by name: read those of the workspace and the package, and save into the workspace. */
import { createHash } from "node:crypto";
import { extname, join } from "node:path";
import type { ContentText, SaveContent } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import {
  checkName,
  fileInfo,
  makeFolder,
  readBytes,
  resolveInside,
  writeFileSafely,
  writeNewFile,
} from "../../kernel/store/index.ts";
import { contentNames, findNamed, guideFormat, type ContentKind } from "../../playtest/index.ts";
import { invalid, Refusal } from "../problem.ts";
import { guideFrom } from "./guide-from.ts";

export type Content = {
  read(kind: ContentKind, name: string): ContentText;
  /** Never overwrites what the caller has not seen. */
  save(kind: ContentKind, request: SaveContent): Promise<ContentText>;
};

/** Larger files are not prompts or guides. */
const MOST_BYTES = 2_000_000;
const folders: Record<ContentKind, string> = { prompt: "prompts", story: "stories" };
const words: Record<ContentKind, string> = { prompt: "prompt", story: "guide" };

export function createContent({ workspace = "." }: Pick<Harness, "workspace">): Content {
  // One after another: between reading a checksum and replacing the file nobody else may write.
  let last: Promise<unknown> = Promise.resolve();

  function read(kind: ContentKind, name: string): ContentText {
    if (!contentNames(kind, workspace).includes(name))
      throw new Refusal({
        status: 404,
        code: "not-found",
        message: `Unknown ${words[kind]} ${JSON.stringify(name.slice(0, 100))}.`,
        remedy: "List them with GET /api/choices.",
      });
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
    const bytes = readBytes(path);
    const text = withoutSecrets(bytes.toString("utf8"));
    return {
      name,
      text,
      format: extname(path) === ".json" ? "json" : "markdown",
      ...(!shipped && { file }),
      checksum: createHash("sha256").update(bytes).digest("hex"),
    };
  }

  /** A link could lead anywhere. */
  function requireInside(file: string): string {
    try {
      return resolveInside(workspace, file);
    } catch (error) {
      if (!(error instanceof HarnessError) || error.code !== "outside-folder") throw error;
      throw new Refusal({
        status: 400,
        code: "outside-folder",
        message: `${file} is a link that leads out of the workspace.`,
        remedy: "Copy the file into the workspace.",
      });
    }
  }

  async function write(kind: ContentKind, request: SaveContent): Promise<ContentText> {
    const name = nameFor(kind, request.name);
    const text = `${request.text.replaceAll(/\r\n?/g, "\n").trim()}\n`;
    if (text.includes("\0")) throw wrong("text", "a text cannot contain NUL characters");
    if (kind === "story") guideFrom({ name, text, field: "text" });
    const extension = kind === "story" && guideFormat(text) === "json" ? "json" : "md";
    const known = contentNames(kind, workspace).find((one) => alike(one, name));
    const before = known === undefined ? undefined : read(kind, known);
    if (before && !request.replace)
      throw new Refusal({
        status: 409,
        code: "name-taken",
        existing: before.name,
        message: `There is already a ${words[kind]} called ${before.name}${before.file ? "" : " in the package; one of this name in the workspace would be used instead"}.`,
        remedy: "Choose another name, or replace it: send replace and the checksum of what is replaced.",
      });
    if (request.replace && (!before || before.checksum !== request.checksum))
      throw new Refusal({
        status: 409,
        code: "text-changed",
        ...(before && { existing: before.name }),
        message: `The ${words[kind]} ${name} ${before ? "has changed since it was read" : "no longer exists"}.`,
        remedy: "Read it again, then save.",
      });
    const taken = before?.file;
    if (taken !== undefined && (extname(taken) === ".json") !== (extension === "json"))
      throw new Refusal({
        status: 409,
        code: "file-exists",
        message: `${taken} is ${extname(taken) === ".json" ? "a structured guide" : "a text"}, and this is not.`,
        remedy: "Choose another name.",
      });
    const path = requireInside(taken ?? `${folders[kind]}/${name}.${extension}`);
    if (taken !== undefined) {
      await writeFileSafely(path, text);
      return read(kind, before!.name);
    }
    const dir = join(path, "..");
    makeFolder(dir);
    const made = await writeNewFile({ dir, stem: name, extension, data: text });
    return read(kind, made.slice(dir.length + 1, -extension.length - 1));
  }

  return {
    read,
    save(kind, request) {
      const saved = last.then(() => write(kind, request));
      last = saved.catch(() => undefined);
      return saved;
    },
  };
}

const wrong = (field: string, message: string) => invalid(field, message);

function nameFor(kind: ContentKind, name: string): string {
  try {
    checkName(name, "name");
  } catch (error) {
    if (!(error instanceof HarnessError) || error.code !== "unsafe-name") throw error;
    throw wrong("name", `${error.message} ${error.remedy}`);
  }
  // Commands separate names by commas and read a leading dash as a flag.
  if (/^-|,/.test(name)) throw wrong("name", "a name cannot start with a dash or contain a comma");
  if (name.trim() !== name) throw wrong("name", "a name cannot start with a space");
  if (/\.(?:md|markdown|txt|json)$/i.test(name)) throw wrong("name", "leave out the file extension");
  if (/^readme(?:\.|$)/i.test(name)) throw wrong("name", `a readme is not a ${words[kind]}`);
  return name.normalize("NFC");
}

/** The same file on a disk that ignores case. */
const alike = (one: string, other: string): boolean =>
  one.normalize("NFC").toLowerCase() === other.normalize("NFC").toLowerCase();
