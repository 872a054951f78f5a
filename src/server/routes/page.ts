import { z } from "@hono/zod-openapi";
import { invalid } from "../refuse-invalid.ts";
import { limit } from "./asked.ts";

/** Lists are newest first and grow at their head: a page begins after a name, so that nothing is shown twice. */
export const pageQuery = z.strictObject({
  limit: limit(100, 20),
  before: z
    .string()
    .max(200)
    .optional()
    .openapi({ description: "Those after this one in the list, which are older." }),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    next: z.string().nullable().openapi({ description: "Where the next page is; null at the end." }),
  });

export function page<Item>(
  items: readonly Item[],
  {
    limit,
    before,
    nameOf,
    path,
  }: z.output<typeof pageQuery> & { nameOf: (item: Item) => string; path: string },
): { items: Item[]; total: number; next: string | null } {
  const at = before === undefined ? -1 : items.findIndex((item) => nameOf(item) === before);
  if (before !== undefined && at < 0)
    throw invalid([
      { field: "before", in: "query", message: `nothing in the list has the name ${JSON.stringify(before)}` },
    ]);
  const shown = items.slice(at + 1, at + 1 + limit);
  const last = shown.at(-1);
  return {
    items: shown,
    total: items.length,
    next:
      last !== undefined && at + 1 + limit < items.length
        ? `${path}?limit=${limit}&before=${encodeURIComponent(nameOf(last))}`
        : null,
  };
}
