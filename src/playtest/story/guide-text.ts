import type { Story } from "../../contract/index.ts";

/** The guide as a narrator reads it: plain headed text, the same for the same guide, so that it can be cached. */
export function guideText(guide: Story): string {
  const { title, genre, premise, setting, tone, pulses, npcs, locations, devices, endings, privateHooks } =
    guide;
  const place = new Map(locations.map(({ id, name }) => [id, name]));
  const person = new Map(npcs.map(({ id, name }) => [id, name]));
  const thing = new Map(devices.map(({ id, name }) => [id, name]));
  return [
    `# Story guide: ${title} (${genre})`,
    premise,
    `Place: ${setting.place}. Time: ${setting.time}.`,
    list("What holds here", setting.rules),
    `Tone: ${tone.words.join(", ")}. Avoid: ${tone.avoid.join("; ")}.`,
    `## Pulses (${pulses.length} story beats, in order)`,
    ...pulses.map(({ title, kind, location, npcs, devices, summary, details, choice }, index) =>
      [
        `${index + 1}. ${title} (${kind}, at ${place.get(location)}${with_(npcs.map((id) => person.get(id)))}${having(devices.map((id) => thing.get(id)))}): ${summary}`,
        `   If asked: ${details.join(" ")}`,
        `   Ends with: ${choice.question} ${choice.options.map(({ label, outcome }) => `[${label} → ${outcome}]`).join(" ")}`,
      ].join("\n"),
    ),
    "## People",
    ...npcs.map(
      ({ name, role, motive, manner, secret }) =>
        `- ${name}, ${role}. Wants: ${motive} Manner: ${manner}${secret === undefined ? "" : ` Secret: ${secret}`}`,
    ),
    "## Places",
    ...locations.map(({ name, description, details }) => `- ${name}: ${description} ${details.join(" ")}`),
    "## Things",
    ...devices.map(({ name, description, use }) => `- ${name}: ${description} ${use}`),
    "## Private hooks (told to one player of that kind alone, paid off later in front of all)",
    ...Object.entries(privateHooks).flatMap(([archetype, hooks]) =>
      hooks.map(
        ({ at, payoffAt, reveal, payoff }) =>
          `- for a ${archetype}, at "${titleOf(guide, at)}": ${reveal} Pays off at "${titleOf(guide, payoffAt)}": ${payoff}`,
      ),
    ),
    "## Endings",
    ...endings.map(({ title, when, text }) => `- ${title} (${when}): ${text}`),
  ].join("\n");
}

const titleOf = ({ pulses }: Story, id: string) => pulses.find((pulse) => pulse.id === id)?.title ?? id;
const list = (title: string, items: readonly string[]) =>
  [`${title}:`, ...items.map((item) => `- ${item}`)].join("\n");
const with_ = (names: ReadonlyArray<string | undefined>) =>
  names.length === 0 ? "" : `, with ${names.join(", ")}`;
const having = (names: ReadonlyArray<string | undefined>) =>
  names.length === 0 ? "" : `, involving ${names.join(", ")}`;
