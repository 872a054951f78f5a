/** How a route is declared, and the schemas that routes share: query parameters, pages of a list, refusals. */
import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { problem } from "../../contract/index.ts";

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

const listOf = (read: (value: unknown) => unknown, longest: number, description: string) =>
  z
    .preprocess(
      read,
      z.array(z.string().min(1, "expected at least one value").max(longest)).max(10_000).optional(),
    )
    .openapi({ type: "array", items: { type: "string", minLength: 1, maxLength: longest }, description });

/** A parameter that may be repeated or comma-separated. */
export const several = (description: string) => listOf(words, 100, description);

/** Ids, comma-separated or repeated. An id that contains a comma must be given by itself. */
export const ids = (description: string) =>
  listOf((value) => (Array.isArray(value) ? value : words(value)), 1_000, description);

/** One or several of a few words. */
export const someOf = <const Options extends readonly [string, ...string[]]>(
  options: Options,
  { usual, description }: { usual: string; description: string },
) =>
  z
    .preprocess((value) => words(value) ?? [usual], z.array(z.enum(options)))
    .openapi({ type: "string", default: usual, description, example: options.at(-1) });

/** Every refusal, with any status of 400 or more: its `code` tells it apart. */
export const refused = {
  default: {
    description: "Refused; `code` says why.",
    content: { "application/json": { schema: problem } },
  },
};

type Route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> = {
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  /** Not required if the schema is optional. */
  body?: Body;
  answer: Answer;
  status?: 200 | 201 | 202;
  answerTo(
    given: { params: z.output<Params>; query: z.output<Query>; body: z.output<Body>; signal: AbortSignal },
    c: Context,
  ): z.input<Answer> | Promise<z.input<Answer>>;
};

/** Adds routes that answer with JSON to the app, and to one part of its OpenAPI description. */
export const routesIn =
  (app: OpenAPIHono, tag: string) =>
  <
    Answer extends z.ZodType,
    Params extends z.ZodType = z.ZodType,
    Query extends z.ZodType = z.ZodType,
    Body extends z.ZodType = z.ZodType,
  >(
    place: `${"get" | "post" | "delete"} /${string}`,
    route: Route<Params, Query, Body, Answer>,
  ): void => {
    const { params, query = z.strictObject({}), body, answer, status = 200, answerTo, ...words } = route;
    const [method, path] = place.split(" ") as ["get", string];
    const json = (schema: z.ZodType) => ({ content: { "application/json": { schema } } });
    const described = createRoute({
      ...words,
      method,
      path,
      tags: [tag],
      request: {
        params: params as never,
        query: query as never,
        body: body && { ...json(body), required: !body.safeParse(undefined).success },
      },
      responses: {
        [status]: { description: words.summary, ...json(answer) },
        ...refused,
      },
    });
    app.openapi(described, async (c) => {
      const valid = (part: string) => c.req.valid(part as never) as never;
      const { signal } = c.req.raw;
      const given = { params: valid("param"), query: valid("query"), body: valid("json"), signal };
      return c.json(await answerTo(given, c), status) as never;
    });
  };

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
