import type { Choices } from "../../../src/contract/index.ts";
import type { OptionGroup } from "./compared.tsx";

/** Models with a key first, those without one disabled, and the house cast apart. */
export function narratorGroups(narrators: Choices["narrators"]): OptionGroup[] {
  const models = narrators.filter(({ house }) => !house);
  const cast = narrators.filter(({ house }) => house);
  const groups = [
    {
      label: "Models",
      options: models
        .toSorted((a, b) => Number(b.ready) - Number(a.ready))
        .map(({ name, ready }) =>
          ready ? { value: name } : { value: name, text: `${name} (no key)`, disabled: true },
        ),
    },
    {
      label: "House cast: free, not evidence about a prompt",
      options: cast.map(({ name, note }) => ({
        value: name,
        text: name === "house" || !note ? name : `${name}: ${note}`,
      })),
    },
  ];
  // Without a key, the house cast comes first: what can be chosen is in view.
  return models.some(({ ready }) => ready) ? groups : groups.toReversed();
}
