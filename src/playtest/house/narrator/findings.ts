import type { HousePulse } from "../house-guide.ts";
import { contentWords, lowerFirst, upperFirst } from "../words/index.ts";
import type { Scene } from "./scene.ts";

/** Words of asking, not of what is asked. */
const ofAsking = new Set(
  contentWords(
    "ask asks know wonder question anything else everybody everything first new old make made look looks see hear notice missed move",
  ),
);

/** What can be found at a pulse and has not been told, and how well it fits a question: best first, else in the guide's order. */
export function findings(
  { guide, isNew, names }: Scene,
  pulse: HousePulse,
  question = "",
): Array<{ text: string; fit: number }> {
  const place = guide.locations.find(({ id }) => id === pulse.location);
  const devices = guide.devices
    .filter(({ id }) => pulse.devices.includes(id))
    .flatMap(({ name, description }) =>
      description === undefined ? [] : [`${upperFirst(name)}: ${lowerFirst(description)}`],
    );
  const asked = new Set(contentWords(question).filter((word) => !ofAsking.has(word)));
  for (const word of names.flatMap(contentWords)) asked.delete(word);
  const fit = (text: string) => contentWords(text).filter((word) => asked.has(word)).length;
  return (
    [...pulse.details, ...(place?.details ?? []), ...devices]
      .filter(isNew)
      .map((text, index) => ({ text, fit: fit(text), index }))
      // What a thing looks like is told to those who ask about it.
      .filter(({ text, fit }) => fit > 0 || !devices.includes(text))
      .sort((a, b) => b.fit - a.fit || a.index - b.index)
  );
}
