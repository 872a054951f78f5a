/** What every answer of the HTTP API is made of: pages, filters, problems and damaged files. */
import { z } from "zod";

export const problem = z
  .object({
    error: z.object({
      /** Stable: scripts rely on it, never on the message. */
      code: z.string(),
      message: z.string(),
      remedy: z.string(),
      /** What of the request was wrong: the first of `issues`. */
      field: z.string().optional(),
      issues: z
        .array(
          z.object({
            field: z.string(),
            in: z.enum(["query", "path", "header", "body"]),
            message: z.string(),
          }),
        )
        .optional(),
    }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;

/** Where a page ends: pass it as `cursor` for the next; null: that was all. */
const next = z.string().nullable();
/** The last event before this was looked up: `/api/events?after=` goes on from it, so that nothing is missed in between. Absent where nothing happens any more, as in a file. */
export const lastEvent = z.number().int().nonnegative().optional();
export const page = z.object({
  next,
  /** Of all that the filters let through. */ total: z.number().int(),
  lastEvent,
});

/** What the filters could be set to: every value that there is, counted over what the other filters let through. */
export const facets = <const Name extends string>(names: readonly Name[]) =>
  z.record(z.enum(names), z.array(z.object({ value: z.string(), count: z.number().int() })));

/** A file that is not as it was written, and what is shown anyway. */
export const damage = z
  .object({
    /** Its name in the folder. */ file: z.string(),
    what: z.string(),
    /** What a reader of the page can do about it. */ remedy: z.string(),
  })
  .meta({ id: "Damage" });
export type Damage = z.infer<typeof damage>;

/** As long as a name of a folder, a story or a model can be; ids join two or three. */
export const named = z.string().min(1).max(300);
export const cursor = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .meta({ description: "The `next` of the previous page." });
