import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { parseDocument } from "yaml";
import { entityType, kbEntity, type KbEntity } from "../contract/index.ts";
import { about } from "../kernel/errors/index.ts";
import { shortList } from "../kernel/report/index.ts";
import { issueText, listFolder, readLines, readText } from "../kernel/store/index.ts";
import { badFile, readLeniently, type OnWarning } from "./data-file.ts";

/**
 * A knowledge base: a folder of Markdown files, one per entity, and of JSON Lines files, one entity per line. A Markdown
 * file may give facts as front matter; the others follow from its text.
 */
export type Kb = {
  readonly entities: readonly KbEntity[];
  readonly byId: ReadonlyMap<string, KbEntity>;
  /** For each entity: changes with its text, summary, tags, or conditions. */
  readonly hashes: Readonly<Record<string, string>>;
  /** Of the whole knowledge base. */
  readonly hash: string;
};

/** The text by which an entity is found, and with which answers are compared. */
export const entityText = ({ title, summary, content }: KbEntity): string =>
  `${title}\n${summary}\n\n${content}`;

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

export function loadKb(
  dir: string,
  { onWarning = () => {} }: { onWarning?: OnWarning | undefined } = {},
): Kb {
  const problems: string[] = [];
  /** Field → the first place that has it. */
  const unknown = new Map<string, string>();
  const empty: string[] = [];
  const found = new Map<string, { entity: KbEntity; path: string }>();
  const files = about("kb", () => filesIn(dir));
  const named = Map.groupBy(files, (file) => basename(file));
  for (const file of files)
    for (const { path, read } of entitiesIn(dir, file, named.get(basename(file))!.length === 1)) {
      if (!read) {
        empty.push(path);
        continue;
      }
      if ("problems" in read) {
        problems.push(...read.problems.map((problem) => `${path}: ${problem}`));
        continue;
      }
      if (read.unknown !== undefined && !unknown.has(read.unknown)) unknown.set(read.unknown, path);
      const twin = found.get(read.entity.entity_id);
      if (twin) problems.push(`${path}: ${twin.path} has the same entity_id ${read.entity.entity_id}`);
      else found.set(read.entity.entity_id, { entity: read.entity, path });
    }
  if (problems.length > 0) throw badFile(dir, problems, REMEDY);
  if (found.size === 0)
    throw badFile(
      dir,
      ["no entities found: an entity is a Markdown file, or a line of a .jsonl file"],
      REMEDY,
    );
  if (empty.length > 0) onWarning(`${dir}: empty files left out: ${shortList(empty)}`);
  if (unknown.size > 0)
    onWarning(
      `${dir}: fields not read: ${[...unknown].map(([fields, path]) => `${fields} (${path})`).join(", ")}`,
    );
  return kbOf([...found.values()].map(({ entity }) => entity));
}

export function kbOf(entities: readonly KbEntity[]): Kb {
  const sorted = entities.toSorted((a, b) => (a.entity_id < b.entity_id ? -1 : 1));
  const hashes = Object.fromEntries(sorted.map((entity) => [entity.entity_id, contentHash(entity)]));
  return {
    entities: sorted,
    byId: new Map(sorted.map((entity) => [entity.entity_id, entity])),
    hashes,
    hash: digest(JSON.stringify(hashes)),
  };
}

function contentHash({ type, title, load_mode, tags, summary, user_types, when, content }: KbEntity): string {
  const conditions = [user_types ?? null, when ?? null];
  return digest(JSON.stringify([type, title, load_mode, tags.toSorted(), summary, ...conditions, content]));
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

const filesIn = (dir: string): string[] =>
  listFolder(dir, { deep: true })
    .filter(
      ({ name, kind }) => kind === "file" && /\.(md|jsonl)$/.test(name) && basename(name) !== "README.md",
    )
    .map(({ name }) => name);

type Read = { entity: KbEntity; unknown: string | undefined } | { problems: string[] };

function* entitiesIn(
  dir: string,
  file: string,
  isOnlyOne: boolean,
): Generator<{ path: string; read: Read | undefined }> {
  const id = (isOnlyOne ? basename(file) : file.replaceAll("\\", "/")).replace(/\.md$/, "");
  if (file.endsWith(".md")) return yield { path: file, read: readMarkdown(join(dir, file), id) };
  let number = 0;
  for (const line of readLines(join(dir, file))) {
    number += 1;
    if (line.trim() !== "") yield { path: `${file}: line ${number}`, read: entityOfLine(line) };
  }
}

function entityOfLine(line: string): Read {
  try {
    return entityOf(JSON.parse(line));
  } catch {
    return { problems: ["not valid JSON"] };
  }
}

/** Undefined: there is nothing in it. `id`: what it is called, unless its facts say otherwise. */
function readMarkdown(path: string, id: string): Read | undefined {
  const text = readText(path).replace(/^\uFEFF/, "");
  const head = FRONT_MATTER.exec(text);
  // The failsafe schema would make every value a string; the core schema has no surprising dates or merge keys.
  const document = parseDocument(head?.[1] ?? "", { schema: "core", uniqueKeys: true });
  // The facts begin on the file's second line.
  if (document.errors.length > 0)
    return {
      problems: document.errors.map(
        ({ message, linePos }) =>
          `line ${(linePos?.[0].line ?? 0) + 1}: ${message.split("\n")[0]!.replace(/ at line \d+, column \d+:?$/, "")}`,
      ),
    };
  const facts = document.toJS({ maxAliasCount: 0 }) as unknown;
  // A line may also separate two parts of a text.
  const hasFacts = typeof facts === "object";
  const content = text.slice(hasFacts ? head?.[0].length : 0).trim();
  if (content === "") return undefined;
  const [, heading] = /^#+[ \t]+(.+?)[ \t#]*$/m.exec(content) ?? [];
  return entityOf({ entity_id: id, title: heading ?? id, ...(hasFacts && facts), content });
}

const SUMMARY = 300;

/** Without a type that we know it is a text to be found by meaning. */
export function entityOf(value: object): Read {
  const { type, tags, title, ...facts } = value as Record<string, unknown>;
  const isKnown = entityType.safeParse(type).success;
  let unknown = type === undefined || isKnown ? undefined : `type ${JSON.stringify(type)}`;
  const { data, error } = readLeniently(
    kbEntity,
    {
      ...(!isKnown && { load_mode: "SEMANTIC" }),
      summary: summaryOf(String(facts["content"] ?? "")),
      ...facts,
      type: isKnown ? type : "KNOWLEDGE",
      title: String(title ?? facts["entity_id"]),
      tags: typeof tags === "string" ? tags.split(/, */) : tags,
    },
    { onUnknown: (fields) => (unknown = [unknown ?? [], fields].flat().join(", ")) },
  );
  if (data) return { entity: data, unknown };
  return {
    problems: error.issues.map((issue) => `${issue.path.join(".") || "facts"}: ${issueText(issue)}`),
  };
}

/** The first paragraph that is not a heading. */
const summaryOf = (content: string): string =>
  (content.split(/\n\s*\n/).find((part) => !/^\s*#+\s[^\n]*$/.test(part)) ?? content)
    .replaceAll(/^#+[ \t]+.*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, SUMMARY)
    .toWellFormed() || content.slice(0, SUMMARY).toWellFormed();

const REMEDY = "docs/guide/retrieval.md shows the format of an entity.";
