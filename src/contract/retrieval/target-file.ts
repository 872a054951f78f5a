/** A target file: how to ask the user's own service over HTTP, and where its answer has what it retrieved. */
import { z } from "zod";

/** `hits[*]._source.id`: fields between dots, `[0]` one element, `[*]` all of them, `["a.b"]` a field of any name. */
const path = z.string().min(1);

/** A path to ids, or to a list whose elements have them. */
const items = z.union([
  path,
  z.strictObject({
    list: path,
    /** In each element. Absent: the elements are ids. */
    id: path.optional(),
    score: path.optional(),
    text: path.optional(),
  }),
]);
export type ItemsPath = z.infer<typeof items>;

const asked = {
  /** If this question has an address of its own. */
  url: z.string().min(1).optional(),
  method: z.enum(["GET", "POST", "PUT"]).optional(),
  /** The body as JSON, with `{{message}}`, `{{user_state.field}}`, … Absent: Rehearse's own request. */
  request: z.json().optional(),
};

const ids = (name: string) => z.strictObject({ ...asked, response: z.strictObject({ [name]: items }) });

export const targetFile = z.strictObject({
  version: z.literal(1).default(1),
  /** In reports. Default: the address. */
  name: z.string().min(1).optional(),
  url: z.string().min(1),
  method: z.enum(["GET", "POST", "PUT"]).default("POST"),
  /** `${NAME}` stands for a variable of the environment. */
  headers: z.record(z.string(), z.string()).default({}),
  /** A longer response is refused. */
  max_response_mb: z.number().positive().max(100).default(10),
  /** Questions without a template are not sent. Without any template, all are, in Rehearse's own form. */
  retrieve: z
    .strictObject({
      ...asked,
      response: z.strictObject({
        selections: items,
        candidates: items.optional(),
        answer: path.optional(),
      }),
    })
    .optional(),
  handlers: ids("handlers").optional(),
  match: ids("matches").optional(),
  always: ids("loaded").optional(),
});
export type TargetFile = z.infer<typeof targetFile>;
