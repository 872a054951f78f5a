/** Who may see what of an answer: marks on the fields of its schema, and the one projection that follows them. */
import { z } from "zod";

/** `own`: only the player whose `seat` or `to` stands beside it; `to` null is everybody. `author`: nobody else. */
const marks = ["all", "own", "author"] as const;
type Mark = (typeof marks)[number];
const registry = z.registry<{ mark: Mark }>();

/** A copy of the schema that carries the mark: marks are on fields, not on what they share. */
function copyWith<S extends z.core.$ZodType>(schema: S, mark: Mark): S {
  const copy = z.core.clone(schema) as S;
  registry.add(copy, { mark });
  return copy;
}

/** Every element of a list on its own. */
export const ownItems = <S extends z.ZodType>(item: S): S => copyWith(item, "own");

/**
 * Marks fields by their names; the others are for the author alone. Below a marked field, an object without marks shows its
 * numbers and choices, and a text only if its own field is marked.
 */
export function seenBy<S extends z.ZodObject>(
  schema: S,
  fields: Partial<Record<Mark, ReadonlyArray<keyof S["shape"] & string>>>,
): S {
  const shape = Object.fromEntries(
    marks.flatMap((mark) =>
      (fields[mark] ?? []).map((name) => [name, copyWith(schema.shape[name]! as z.core.$ZodType, mark)]),
    ),
  );
  return schema.extend(shape) as unknown as S;
}

/** An object whose fields are declared under those who may see them. */
export function seen<
  All extends z.core.$ZodLooseShape = {},
  Own extends z.core.$ZodLooseShape = {},
  Author extends z.core.$ZodLooseShape = {},
>(fields: { all?: All; own?: Own; author?: Author }): z.ZodObject<All & Own & Author> {
  const { all, own, author } = fields;
  return seenBy(z.object({ ...all, ...own, ...author }), {
    all: Object.keys(all ?? {}),
    own: Object.keys(own ?? {}),
  }) as unknown as z.ZodObject<All & Own & Author>;
}

/** A player's seat, or somebody who was not at the table. */
export type Eyes = number | "public";

/** What these eyes may see. What they may not is empty where it cannot be left out; unknown fields are left out. */
export const asSeenBy = <S extends z.ZodType>(schema: S, value: z.output<S>, eyes: Eyes): z.output<S> =>
  shown(schema, value, { eyes, isOwn: false, isMarked: false }) as z.output<S>;

type Scope = { eyes: Eyes; isOwn: boolean; /** The mark is on this very field. */ isMarked: boolean };

const isSeen = (mark: Mark, { isOwn }: Scope): boolean => mark === "all" || (mark === "own" && isOwn);

function shown(schema: z.core.$ZodType, value: unknown, scope: Scope): unknown {
  const inner = unwrapped(schema);
  if (value === undefined || value === null) return value;
  if (inner instanceof z.ZodObject) return shownObject(inner, value as Record<string, unknown>, scope);
  if (inner instanceof z.ZodArray) return shownItems(inner, value as unknown[], scope);
  if (inner instanceof z.ZodRecord)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => z.safeParse(inner.valueType, each).success)
        .map(([key, each]) => [key, shown(inner.valueType, each, { ...scope, isMarked: false })]),
    );
  if (typeof value !== "string") return value;
  return isChoice(inner) ? z.safeParse(inner, value).data : scope.isMarked ? value : "";
}

function shownObject(schema: z.ZodObject, value: Record<string, unknown>, scope: Scope): unknown {
  const isOwn = isOwner(value, scope);
  const fields = Object.entries(schema.shape);
  const hasMarks = fields.some(([, field]) => markOf(field) !== undefined);
  return Object.fromEntries(
    fields.flatMap(([name, field]) => {
      const mark = markOf(field) ?? (hasMarks ? "author" : undefined);
      const inside = { ...scope, isOwn, isMarked: mark !== undefined };
      const seen =
        mark === undefined || isSeen(mark, inside) ? shown(field, value[name], inside) : emptyOf(field, name);
      return seen === undefined ? [] : [[name, seen]];
    }),
  );
}

function shownItems(schema: z.ZodArray, items: readonly unknown[], scope: Scope): unknown[] {
  const mark = markOf(schema.element);
  const seen =
    mark === undefined
      ? items
      : items.filter((item) => isSeen(mark, { ...scope, isOwn: isOwner(item as object, scope) }));
  const inner = unwrapped(schema.element);
  if (inner instanceof z.ZodString && !scope.isMarked) return [];
  return seen.map((item) => shown(schema.element, item, scope));
}

function isOwner(value: object, { eyes, isOwn }: Scope): boolean {
  if ("to" in value && value.to !== undefined)
    return value.to === null || (Array.isArray(value.to) && value.to.includes(eyes));
  return "seat" in value ? value.seat === eyes : isOwn;
}

function emptyOf(schema: z.core.$ZodType, name: string): unknown {
  if (schema instanceof z.ZodOptional) return undefined;
  if (schema instanceof z.ZodNullable) return null;
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodString) return "";
  if (inner instanceof z.ZodArray) return [];
  if (inner instanceof z.ZodRecord) return {};
  if (inner instanceof z.ZodUnion)
    return inner.options.some((option) => option instanceof z.ZodString) ? "" : null;
  if (inner instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(inner.shape).flatMap(([key, field]) => {
        const empty = emptyOf(field, `${name}.${key}`);
        return empty === undefined ? [] : [[key, empty]];
      }),
    );
  throw new TypeError(`${name} is for the author alone, so it must be optional or nullable.`);
}

/** Without what says only that it may be missing. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap())
    : schema;
}

/** The mark of a field may be on its type: `one.optional()`. */
function markOf(schema: z.core.$ZodType): Mark | undefined {
  const known = registry.get(schema)?.mark;
  if (known !== undefined) return known;
  const wraps =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return wraps ? markOf(schema.unwrap()) : undefined;
}

const isChoice = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral;
