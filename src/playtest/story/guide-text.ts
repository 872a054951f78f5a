/** A structured guide as text, for narrators that get all of it. */
import type { Story } from "../../contract/index.ts";
import { inBrackets } from "../../kernel/verdict-words/index.ts";
import { commitmentText, titleOf } from "./commitments.ts";

/**
 * The guide for a narrator: plain text with headings, deterministic, so that it can be cached. Missing parts are not
 * mentioned.
 */
export function guideText(guide: Story): string {
  const { title, genre, text = "", premise, setting, tone, pulses } = guide;
  const { npcs, locations, devices, endings, privateHooks, commitments } = guide;
  const place = new Map(locations.map(({ id, name }) => [id, name]));
  const person = new Map(npcs.map(({ id, name }) => [id, name]));
  const thing = new Map(devices.map(({ id, name }) => [id, name]));
  return [
    `# Story guide: ${title}${inBrackets(genre)}`,
    text,
    premise ?? "",
    words(setting?.place && `Place: ${setting.place}.`, setting?.time && `Time: ${setting.time}.`),
    ...headed(
      "What holds here:",
      (setting?.rules ?? []).map((rule) => `- ${rule}`),
    ),
    words(
      tone && tone.words.length > 0 && `Tone: ${tone.words.join(", ")}.`,
      tone && tone.avoid.length > 0 && `Avoid: ${tone.avoid.join("; ")}.`,
    ),
    ...headed(
      "## Commitments (keep every one)",
      commitments.map((commitment) => `- ${commitmentText(commitment, guide)}`),
    ),
    ...headed(
      `## Pulses (${pulses.length} story beats, in order)`,
      pulses.map(({ title, kind, location, npcs, devices, summary, details, choice }, index) => {
        const at = location === undefined ? "" : `, at ${place.get(location)}`;
        const with_ = listed(
          ", with ",
          npcs.map((id) => person.get(id)),
        );
        const having = listed(
          ", involving ",
          devices.map((id) => thing.get(id)),
        );
        // Parts that the author's own text contains are not repeated.
        const scene = text === "" ? ` (${kind}${at}${with_}${having})` : "";
        const about = summary === "" || text.includes(summary) ? "" : `: ${summary}`;
        return lines(
          `${index + 1}. ${title}${scene}${about}`,
          details.length > 0 && `   If asked: ${details.join(" ")}`,
          choice &&
            `   Ends with: ${choice.question} ${choice.options.map(({ label, outcome }) => `[${label} → ${outcome}]`).join(" ")}`,
        );
      }),
    ),
    ...headed(
      "## People",
      npcs.map(({ name, role, motive, manner, secret }) =>
        words(
          role === undefined ? `- ${name}.` : `- ${name}, ${role}.`,
          motive && `Wants: ${motive}`,
          manner && `Manner: ${manner}`,
          secret && `Secret: ${secret}`,
        ),
      ),
    ),
    ...headed(
      "## Places",
      locations.map(({ name, description, details }) => words(`- ${name}:`, description, ...details)),
    ),
    ...headed(
      "## Things",
      devices.map(({ name, description, use }) => words(`- ${name}:`, description, use)),
    ),
    ...headed(
      "## Private hooks (told to one player of that kind alone, paid off later in front of all)",
      Object.entries(privateHooks).flatMap(([archetype, hooks]) =>
        hooks.map(
          ({ at, payoffAt, reveal, payoff }) =>
            `- for a ${archetype}, at "${titleOf(guide, at)}": ${reveal} Pays off at "${titleOf(guide, payoffAt)}": ${payoff}`,
        ),
      ),
    ),
    ...headed(
      "## Endings",
      endings.map(({ title, when, text }) => words(`- ${title}${inBrackets(when)}:`, text)),
    ),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

type Part = string | false | undefined;
const words = (...parts: readonly Part[]) => parts.filter(Boolean).join(" ");
const lines = (...parts: readonly Part[]) => parts.filter(Boolean).join("\n");
const headed = (heading: string, items: readonly string[]) => (items.length === 0 ? [] : [heading, ...items]);
const listed = (before: string, names: ReadonlyArray<string | undefined>) =>
  names.length === 0 ? "" : `${before}${names.join(", ")}`;
