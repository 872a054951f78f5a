import { z } from "zod";
import { suggestion } from "../errors/index.ts";
import { providerIds } from "../models/index.ts";
import { settings } from "./settings-schema.ts";

/** What is wrong with settings, in words: with the option's path, and the nearest name for one that does not exist. */
export function explainIssues(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => unknownOption([...issue.path, key]));
    if (issue.code === "invalid_key") return [unknownOption(issue.path)];
    return [`${issue.path.join(".")}: ${issue.message}`];
  });
}

function unknownOption(path: readonly PropertyKey[]): string {
  const key = String(path.at(-1));
  const known = namesAt(path.slice(0, -1));
  return [
    `Unknown option "${path.join(".")}".`,
    suggestion(key, known) || `Known here: ${known.join(", ")}.`,
  ].join(" ");
}

type Schema = {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  propertyNames?: { enum?: string[] };
};

/** The names that may stand at a path of the settings. */
function namesAt(path: readonly PropertyKey[]): string[] {
  let schema: Schema | undefined = z.toJSONSchema(settings, { io: "input" }) as Schema;
  for (const key of path) schema = schema?.properties?.[String(key)] ?? schema?.additionalProperties;
  // Limits are named by providers, and by models of theirs.
  if (path.at(-1) === "limits") return providerIds;
  return schema?.propertyNames?.enum ?? Object.keys(schema?.properties ?? {});
}
