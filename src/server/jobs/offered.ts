/** The operations that HTTP offers, and what a request may set of them. */
import { z } from "zod";
import type { OfferedOperation } from "../../contract/index.ts";
import { HarnessError, spellOptions, suggestion } from "../../kernel/errors/index.ts";
import type { Declaration } from "../../operations/declaration.ts";
import { operations } from "../../operations/declared.ts";
import "../../operations/library.ts";

/** An option in a JSON Schema, as far as its checks need it. */
export type Field = {
  value?: string;
  content?: "story" | "prompt";
  setting?: string;
  default?: unknown;
  properties?: Record<string, Field>;
  anyOf?: Field[];
};

/**
 * Options of the person who runs the server: settings are code, recordings are files, narrators are permitted there. A
 * plan names any file, and results belong where the lists find them.
 */
const KEPT = new Set(["config", "record", "recording", "allowNarrator", "plan", "out"]);

/** The JSON Schema of the input, without the options that only the server's own command line sets. Its texts name options as flags. */
export function offeredInput({ input }: Pick<Declaration, "input">) {
  const declared = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const { $schema: _, ...schema } = JSON.parse(JSON.stringify(declared), (__, value: unknown) =>
    typeof value === "string" ? spellOptions(value, "flag") : value,
  ) as typeof declared;
  const properties = Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, Field>).filter(([name]) => !KEPT.has(name)),
  );
  return { ...schema, properties };
}

export async function listOffered(): Promise<OfferedOperation[]> {
  const all = await Promise.all(
    operations.map(async (entry) => ({ entry, declaration: await entry.load() })),
  );
  return all
    .filter(({ declaration }) => isOffered(declaration))
    .map(({ entry: { name, group, summary }, declaration }) => ({
      name,
      group,
      summary,
      description: declaration.description,
      input: offeredInput(declaration),
    }));
}

const isOffered = ({ surfaces = [] }: Pick<Declaration, "surfaces">): boolean => surfaces.includes("http");

/** Throws for one that HTTP does not offer. */
export async function offeredNamed(name: string): Promise<Declaration> {
  const declaration = await operations.find((entry) => entry.name === name)?.load();
  if (declaration && isOffered(declaration)) return declaration;
  const known = (await listOffered()).map((each) => each.name);
  throw new HarnessError({
    code: "unknown-name",
    message: `Unknown operation ${JSON.stringify(name.slice(0, 100))}. ${suggestion(name, known)}`.trimEnd(),
    remedy: `Known: ${known.join(", ")}. GET /api/operations describes them.`,
  });
}
