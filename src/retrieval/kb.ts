import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { parseDocument } from "yaml";
import { kbEntity, type KbEntity } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { listFolder, readLines, readText } from "../kernel/store/index.ts";

/** A knowledge base: a folder of Markdown files, one per entity with its facts as front matter, and of JSON Lines files, one entity per line. */
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
  {
    except,
    mayBeEmpty = false,
  }: {
    /** A file to leave out, although it is there. */
    except?: string;
    mayBeEmpty?: boolean;
  } = {},
): Kb {
  const problems: string[] = [];
  const found = new Map<string, { entity: KbEntity; path: string }>();
  for (const file of filesIn(dir).filter((name) => join(dir, name) !== except))
    for (const { path, read } of entitiesIn(dir, file)) {
      if ("problems" in read) {
        problems.push(...read.problems.map((problem) => `${path}: ${problem}`));
        continue;
      }
      const twin = found.get(read.entity.entity_id);
      if (twin) problems.push(`${path}: ${twin.path} has the same entity_id ${read.entity.entity_id}`);
      else found.set(read.entity.entity_id, { entity: read.entity, path });
    }
  if (problems.length > 0) throw badKb(dir, problems);
  if (found.size === 0 && !mayBeEmpty)
    throw badKb(dir, [
      "no entities found: an entity is a Markdown file that begins with ---, or a line of a .jsonl file",
    ]);
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

const contentHash = ({
  type,
  title,
  load_mode,
  tags,
  summary,
  user_types,
  when,
  content,
}: KbEntity): string =>
  digest(
    JSON.stringify([
      type,
      title,
      load_mode,
      tags.toSorted(),
      summary,
      user_types ?? null,
      when ?? null,
      content,
    ]),
  );

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

const filesIn = (dir: string): string[] =>
  listFolder(dir, { deep: true })
    .filter(
      ({ name, kind }) => kind === "file" && /\.(md|jsonl)$/.test(name) && basename(name) !== "README.md",
    )
    .map(({ name }) => name);

type Read = { entity: KbEntity } | { problems: string[] };

function* entitiesIn(dir: string, file: string): Generator<{ path: string; read: Read }> {
  if (file.endsWith(".md")) return yield { path: file, read: readEntity(join(dir, file)) };
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

function readEntity(path: string): Read {
  const text = readText(path);
  const head = FRONT_MATTER.exec(text);
  if (!head)
    return { problems: ["front matter missing: the file must begin with fields between two --- lines"] };
  // The failsafe schema would make every value a string; the core schema has no surprising dates or merge keys.
  const document = parseDocument(head[1]!, { schema: "core", uniqueKeys: true });
  // The facts begin on the file's second line.
  if (document.errors.length > 0)
    return {
      problems: document.errors.map(
        ({ message, linePos }) => `line ${(linePos?.[0].line ?? 0) + 1}: ${message.split("\n")[0]}`,
      ),
    };
  const facts = document.toJS({ maxAliasCount: 0 }) as Record<string, unknown> | null;
  return entityOf({ ...facts, content: text.slice(head[0].length).trim() });
}

function entityOf(value: unknown): Read {
  const { data, error } = kbEntity.safeParse(value);
  return data
    ? { entity: data }
    : { problems: error.issues.map(({ path: at, message }) => `${at.join(".") || "facts"}: ${message}`) };
}

const badKb = (dir: string, problems: string[]) =>
  new HarnessError({
    code: "bad-file",
    message: [
      `${dir} is not a valid knowledge base:`,
      ...problems.slice(0, 20).map((problem) => `  ${problem}`),
      ...(problems.length > 20 ? [`  and ${problems.length - 20} more`] : []),
    ].join("\n"),
    remedy: "docs/guide/retrieval.md shows the format of an entity.",
  });
