/** The shared parts of HTTP API answers: pages, filters and problems. */
import { z } from "zod";

export const problem = z
  .object({
    error: z.object({
      /** Stable: scripts rely on this, not on the message. */
      code: z.string(),
      message: z.string(),
      remedy: z.string(),
      /** The option, parameter or field that is wrong. */ option: z.string().optional(),
    }),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof problem>;

/** What a page must know of its server. */
export const serverInfo = z
  .object({
    /** How to call Rehearse in the workspace: `rehearse`, `npx rehearse` or the path of a clone's script. */
    command: z.string(),
    /** What the workspace has content or results of; both if it is new. */
    uses: z.object({ playtest: z.boolean(), retrieval: z.boolean() }),
  })
  .meta({ id: "ServerInfo" });
export type ServerInfo = z.infer<typeof serverInfo>;

/** Where a page ends: pass it as `cursor` for the next page; null: the last page. */
const next = z.string().nullable();
export const page = z.object({
  next,
  /** Over everything that passes the filters. */ total: z.number().int(),
});

const facet = z.array(z.object({ value: z.string(), count: z.number().int() }));
/** The options of each filter: every value, counted over what passes the other filters. */
export const facets = <const Name extends string>(
  names: readonly Name[],
  // Written out: the type that the compiler infers does not check in a declaration file.
): z.ZodRecord<z.ZodEnum<Record<Name, Name>>, typeof facet> =>
  z.record(z.enum(names) as unknown as z.ZodEnum<Record<Name, Name>>, facet);

/** The maximum length of the name of a folder, story or model; ids join two or three. */
export const named = z.string().min(1).max(300);
export const cursor = z
  .string()
  .min(1)
  .max(1_000)
  .optional()
  .meta({ description: "The `next` of the previous page." });
