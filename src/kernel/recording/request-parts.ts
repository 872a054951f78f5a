import { hash as digest } from "node:crypto";
import type { RecordedPart } from "../../contract/index.ts";

/**
 * Why: every turn sends the whole history again. A recording stores each part of a request once, so it grows linearly
 * with the session.
 */
export type Request = {
  /** Of the whole request. */
  hash: string;
  /** The request with its long parts replaced by references. */
  short: Record<string, Json>;
  parts: ReadonlyMap<string, RecordedPart>;
};
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A shorter text is smaller than its reference. */
const LONGEST_INLINE_TEXT = 60;
const LONGEST_INLINE_VALUE = 160;

/** Splits a request into parts. Keys are sorted: their order in code is not part of a request. */
export function requestParts(asked: object): Request {
  const parts = new Map<string, RecordedPart>();
  const put = (part: Unhashed): string => {
    const hash = contentHash(part);
    if (!parts.has(hash)) parts.set(hash, { ...part, hash } as RecordedPart);
    return hash;
  };
  const fieldsOf = (value: object): Record<string, Json> =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, field]) => [key, shorten(field)]),
    );

  function shorten(value: unknown): Json {
    if (typeof value === "string")
      return value.length <= LONGEST_INLINE_TEXT ? value : { "#": put({ type: "text", text: value }) };
    if (Array.isArray(value)) {
      const items = value.map(shorten);
      if (fitsInline(items)) return items;
      let after: string | undefined;
      for (const item of items)
        after = put(after === undefined ? { type: "link", item } : { type: "link", after, item });
      return { "#": after! };
    }
    if (typeof value === "object" && value !== null) {
      const fields = fieldsOf(value);
      return fitsInline(fields) ? fields : { "#": put({ type: "value", value: fields }) };
    }
    return typeof value === "number" || typeof value === "boolean" ? value : null;
  }

  const short = fieldsOf(asked);
  return { hash: contentHash(short), short, parts };
}

type Unhashed = RecordedPart extends infer Part
  ? Part extends { hash: string }
    ? Omit<Part, "hash">
    : never
  : never;

const fitsInline = (value: Json): boolean => JSON.stringify(value).length <= LONGEST_INLINE_VALUE;

/** 128 bits of SHA-256, as for the requests of journals. */
const contentHash = (value: object): string =>
  digest("sha256", JSON.stringify(value), "base64url").slice(0, 22);

type Lookup = (hash: string) => RecordedPart | undefined;
type Side = { value: Json | undefined; part: Lookup };

/** A stored chain may be longer than any request: its file may come from anyone. */
const LONGEST_LIST = 100_000;
/** What users want to know first. */
const FIRST = ["kind", "model", "instructions", "messages"];

/** In words, how a request differs from the recorded one. The last entry counts what is left out. */
export function differences(now: Request, before: { short: Record<string, Json>; part: Lookup }): string[] {
  const partNow: Lookup = (hash) => now.parts.get(hash);
  const names = [...new Set([...FIRST, ...Object.keys(now.short), ...Object.keys(before.short)])];
  return names.flatMap((name) =>
    different(
      name,
      { value: now.short[name], part: partNow },
      { value: before.short[name], part: before.part },
    ),
  );
}

function different(name: string, now: Side, before: Side): string[] {
  if (JSON.stringify(now.value) === JSON.stringify(before.value)) return [];
  const [a, b] = [opened(now), opened(before)];
  if (a === undefined && b !== undefined)
    return [`${named(name)} ${isAre(name)} in the recording but not in this request`];
  if (a !== undefined && b === undefined)
    return [`${named(name)} ${isAre(name)} in this request but not in the recording`];
  if (Array.isArray(a) && Array.isArray(b))
    return listDifference(name, { ...now, value: a }, { ...before, value: b });
  if (typeof a === "string" && typeof b === "string")
    return [
      a.length + b.length < 80
        ? `${named(name)} is ${a}, recorded with ${b}`
        : `${named(name)} ${name === "instructions" ? "differ" : "differs"} from the recording (first difference near ${near(a, b)})`,
    ];
  if (isObject(a) && isObject(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      different(`${name}.${key}`, { value: a[key], part: now.part }, { value: b[key], part: before.part }),
    );
  return [`${named(name)} is ${brief(a)}, recorded with ${brief(b)}`];
}

function listDifference(
  name: string,
  now: Side & { value: Json[] },
  before: Side & { value: Json[] },
): string[] {
  const [a, b] = [now.value, before.value];
  const at = a.findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(b[index]));
  const what = name === "messages" ? "message" : `item of ${name}`;
  const count = (items: Json[]) =>
    `${items.length} ${items.length === 1 ? what : name === "messages" ? "messages" : `items of ${name}`}`;
  const lengths =
    a.length === b.length
      ? []
      : [`${count(a)} ${a.length === 1 ? "is" : "are"} sent, recorded with ${b.length}`];
  if (at < 0 || at >= b.length) return lengths;
  const [one, other] = [textIn(a[at], now.part), textIn(b[at], before.part)];
  const role = name === "messages" && Array.isArray(a[at]) ? ` (${String(a[at][0])})` : "";
  return [
    `${what} ${at + 1} of ${a.length}${role} differs from the recording${one === undefined || other === undefined ? "" : ` (first difference near ${near(one, other)})`}`,
    ...lengths,
  ];
}

/** What a reference stands for; undefined: not in the recording. */
function opened({ value, part }: Side): Json | undefined {
  const hash = referenceIn(value);
  if (hash === undefined) return value;
  const found = part(hash);
  if (found === undefined) return value;
  if (found.type === "text") return found.text;
  if (found.type === "value") return found.value;
  const items: Json[] = [];
  // A chain from an untrusted file can be circular.
  const seen = new Set([hash]);
  let link: RecordedPart | undefined = found;
  while (link?.type === "link" && items.length < LONGEST_LIST) {
    items.push(link.item);
    const { after }: { after?: string } = link;
    link = after === undefined || seen.has(after) ? undefined : part(after);
    if (after !== undefined) seen.add(after);
  }
  return items.toReversed();
}

/** The words of a message, or of any other item. */
function textIn(item: Json | undefined, part: Lookup): string | undefined {
  const value = Array.isArray(item) ? item[1] : item;
  const text = opened({ value, part });
  return text === undefined ? undefined : typeof text === "string" ? text : JSON.stringify(text);
}

const referenceIn = (value: Json | undefined): string | undefined =>
  isObject(value) && typeof value["#"] === "string" ? value["#"] : undefined;
const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const named = (name: string): string => `the ${name.replaceAll(".", " ")}`;
const isAre = (name: string): string => (name.endsWith("s") ? "are" : "is");
const brief = (value: Json | undefined): string => JSON.stringify(value ?? null).slice(0, 60);

const BEFORE = 15;
const SHOWN = 60;

/** A few words of the new text where the two differ, and the recorded words. */
function near(now: string, before: string): string {
  let at = 0;
  while (at < now.length && now[at] === before[at]) at++;
  const from = Math.max(0, at - BEFORE);
  const shown = (text: string) =>
    JSON.stringify(
      `${from > 0 ? "…" : ""}${text.slice(from, from + SHOWN)}${text.length > from + SHOWN ? "…" : ""}`,
    );
  return `${shown(now)}; recorded: ${shown(before)}`;
}
