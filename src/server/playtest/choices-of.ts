import type { Choices } from "../../contract/index.ts";
import { houseRoster, providers } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { metricNames, contentNames } from "../../playtest/index.ts";

/** What a page can offer: never a key, only whether it is there. */
export function choicesOf({ catalog, keys, workspace }: Harness): Choices {
  const models = catalog
    .names()
    .map((name) => catalog.resolve(name))
    .filter(({ kind }) => kind === "language");
  return {
    stories: contentNames("story", workspace),
    prompts: contentNames("prompt", workspace),
    narrators: [
      ...models.map(({ name, label, provider, note }) => ({
        name,
        model: label,
        ready: providers[provider].key === undefined || keys.includes(provider),
        house: provider === "house",
        ...(note !== undefined && { note }),
      })),
      ...Object.entries(houseRoster).map(([name, does]) => ({
        name: `house/${name}`,
        model: `house/${name}`,
        ready: true,
        house: true,
        note: does,
      })),
    ],
    metrics: [...metricNames],
  };
}
