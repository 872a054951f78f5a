/** Schemas that the routes share: query parameters, pages of a list, and the refusals of every path. */
import { z } from "@hono/zod-openapi";
import { problem } from "../../contract/index.ts";
import { invalid } from "../problem.ts";

/** true or false; yes, no, 1, 0, on and off are accepted too. */
export const yesNo = (usual: boolean, description: string) =>
  z
    .stringbool({ error: "expected true or false" })
    .default(usual)
    .openapi({ type: "boolean", default: usual, description });

const words = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : [value]
        .flat()
        .flatMap((text) => (typeof text === "string" ? text.split(",").map((word) => word.trim()) : [text]));

/** A parameter that may be repeated or comma-separated. */
export const several = (description: string) =>
  z
    .preprocess(
      words,
      z.array(z.string().min(1, "expected at least one value").max(100)).max(10_000).optional(),
    )
    .openapi({ type: "array", items: { type: "string", minLength: 1, maxLength: 100 }, description });

/** Ids, comma-separated or repeated. An id that contains a comma must be given by itself. */
export const ids = (description: string) =>
  z
    .preprocess(
      (value) => (Array.isArray(value) ? value : words(value)),
      z.array(z.string().min(1, "expected at least one value").max(1_000)).max(100).optional(),
    )
    .openapi({ type: "array", items: { type: "string", minLength: 1, maxLength: 1_000 }, description });

/** One or several of a few words. */
export const someOf = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  { usual, description }: { usual: string; description: string },
) =>
  z
    .preprocess((value) => words(value) ?? [usual], z.array(z.enum(options)))
    .openapi({ type: "string", default: usual, description, example: options.at(-1) });

const reasons = {
  400: "The settings, banks, knowledge base or keys are missing or invalid, or stored files cannot be read.",
  401: "The token is missing or wrong.",
  402: "The budget is spent. Resume with a larger one.",
  403: "The Host, Origin, site, option, target or narrator is not allowed.",
  404: "Not found.",
  409: "It is already running here or in another process, or cannot be resumed alone.",
  413: "The body is larger than 1 MB.",
  415: "The body is not JSON.",
  422: "A parameter or body field is invalid; `option` names it.",
  429: "Too many runs or listeners.",
  500: "Internal error.",
  502: "A model or the system under test failed.",
  503: "The server is stopping, or the caller disconnected.",
  504: "A model or the system under test timed out.",
  507: "The disk is full.",
} as const;

type Reason = keyof typeof reasons;
type Refused = { description: string; content: { "application/json": { schema: typeof problem } } };

export function refusals<Status extends Reason>(
  ...statuses: Status[]
): Record<Status | 401 | 403 | 500, Refused> {
  const all = [...new Set<Reason>([401, 403, 500, ...statuses])].sort();
  return Object.fromEntries(
    all.map((status) => [
      status,
      { description: reasons[status], content: { "application/json": { schema: problem } } },
    ]),
  ) as Record<Status | 401 | 403 | 500, Refused>;
}

export const checkRefusals = refusals(400, 402, 404, 409, 422, 502, 503, 504, 507);

export const answers = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** A whole number in digits. An empty text is not 0. */
export const wholeNumber = ({
  least = 0,
  most,
  description,
}: {
  least?: number;
  most: number;
  description: string;
}) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "expected a whole number")
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .openapi({ type: "integer", minimum: least, maximum: most, description });

/** The number of rows on a page. */
export const limit = (most: number, usual: number) =>
  wholeNumber({ least: 1, most, description: "Maximum number of entries." })
    .default(usual)
    .openapi({ default: usual });

/** Looked up among the existing folders, never made into a path. */
export const sessionParams = z.object({
  id: z.string().min(1).max(1_000).openapi({ description: "An id from GET /api/sessions." }),
});

/** Lists are newest first and grow at the front, so a page starts after a name and nothing is shown twice. */
export const pageQuery = z.strictObject({
  limit: limit(100, 20),
  before: z.string().max(200).optional().openapi({ description: "List entries older than this one." }),
});

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().int(),
    next: z
      .string()
      .nullable()
      .openapi({ description: "The address of the next page; null on the last page." }),
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
  if (before !== undefined && at < 0) throw invalid("before", `${JSON.stringify(before)} is not in the list`);
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
