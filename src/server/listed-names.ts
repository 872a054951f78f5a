/** HTTP reads no file that a request names: stories, prompts and models are named as `GET /api/choices` lists them. */
import type { Harness } from "../kernel/run/index.ts";
import { contentNames } from "../playtest/index.ts";
import { invalid } from "./problem.ts";

const wrong = (field: string, message: string) => invalid([{ field, in: "body", message }]);

export function requireListed(
  { catalog, workspace }: Pick<Harness, "catalog" | "workspace">,
  {
    story = [],
    prompt = [],
    models = {},
  }: {
    story?: readonly (string | undefined)[];
    prompt?: readonly (string | undefined)[];
    /** By the name of their field. `none` is not a model. */
    models?: Readonly<Record<string, string | undefined>>;
  },
): void {
  const asked = { story, prompt };
  for (const kind of ["story", "prompt"] as const) {
    const known = contentNames(kind, workspace);
    const unknown = asked[kind].find((name) => name !== undefined && !known.includes(name));
    if (unknown !== undefined)
      throw wrong(
        kind,
        `unknown ${kind} ${JSON.stringify(unknown.slice(0, 100))}; GET /api/choices lists all`,
      );
  }
  for (const [field, name] of Object.entries(models))
    if (name !== undefined && name !== "none" && catalog.resolve(name).provider === "outside")
      throw wrong(field, "a request cannot name an address or a module");
}
