/** The address of a start page that is filled in, for links from other pages. */
import { checkpointText, type Checkpoint } from "./start-requests.ts";

export const startKinds = ["session", "matrix", "ab", "check"] as const;
export type StartKind = (typeof startKinds)[number];

/** Fields by their names in the form; several values of one field, such as `prompts`, as a list. */
export function startLink(
  kind: StartKind,
  fields: Readonly<Record<string, string | number | readonly string[] | undefined>> = {},
  checkpoints: readonly Checkpoint[] = [],
): string {
  const params = new URLSearchParams({ kind });
  for (const checkpoint of checkpoints) params.append("checkpoint", checkpointText(checkpoint));
  for (const [name, value] of Object.entries(fields))
    for (const one of [value ?? []].flat()) params.append(name, String(one));
  return `/start?${params}`;
}
