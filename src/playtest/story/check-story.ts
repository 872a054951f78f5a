/** Everything that can be wrong with a story guide, in its author's words. */
import type { z } from "zod";
import { suggestion, typingErrors } from "../../kernel/errors/index.ts";
import { issueText } from "../../kernel/store/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { archetypeIds, isArchetype } from "../archetypes/index.ts";
import { story, storyPartId, type Story, type StoryProblem } from "../../contract/index.ts";

/** Fewer beats end before any player strays; more make a very long session. */
const USUAL_BEATS = { fewest: 5, most: 25 };

/** What the schema cannot check: dangling references are errors, and what is unusual is a warning. */
export function checkStory(guide: Story): StoryProblem[] {
  const { pulses } = guide;
  const { errors, warnings } = commitmentProblems(guide);
  const untold = pulses.filter(({ summary, text }) => summary.trim() === "" && text.length === 0).length;
  const { fewest, most } = USUAL_BEATS;
  if (pulses.length === 0)
    warnings.push("no beats: completion and pace cannot be measured, and the house narrator cannot play it");
  else if (pulses.length < fewest || pulses.length > most)
    warnings.push(`${counted(pulses.length, "beat")}: a session usually has ${fewest} to ${most}`);
  if (untold > 0) warnings.push(`${counted(untold, "beat")} without text`);
  for (const title of repeated(pulses.map((pulse) => pulse.title)))
    warnings.push(`several beats have the title "${title}": reports cannot tell them apart`);
  return [
    ...[...referenceProblems(guide), ...errors].map((problem) => ({ severity: "error" as const, problem })),
    ...warnings.map((problem) => ({ severity: "warning" as const, problem })),
  ];
}

function referenceProblems({
  pulses,
  npcs,
  locations,
  devices,
  endings,
  privateHooks,
  names,
}: Story): string[] {
  const hooks = Object.values(privateHooks).flat();
  const lists = { pulses, npcs, locations, devices, endings, hooks };
  const order = new Map(pulses.map(({ id }, index) => [id, index]));
  const missing = (kind: string, known: ReadonlyArray<{ id: string }>, wanted: readonly string[]) =>
    wanted.filter((id) => !known.some((part) => part.id === id)).map((id) => `unknown ${kind} "${id}"`);
  return [
    ...Object.entries(lists).flatMap(([kind, parts]) =>
      repeated(parts.map(({ id }) => id)).map((id) => `${kind}: the id "${id}" is used twice`),
    ),
    ...repeated(names).map((name) => `names: "${name}" is listed twice`),
    ...npcs.filter(({ name }) => names.includes(name)).map(({ name }) => `names: "${name}" is also an NPC`),
    ...Object.keys(privateHooks)
      .filter((archetype) => !isArchetype(archetype))
      .map((archetype) =>
        [
          `privateHooks, ${archetype}: unknown archetype. Known: ${archetypeIds.join(", ")}.`,
          suggestion(archetype, archetypeIds),
        ]
          .join(" ")
          .trimEnd(),
      ),
    ...pulses.flatMap((pulse) =>
      [
        ...missing("NPC", npcs, pulse.npcs),
        ...missing("location", locations, [pulse.location ?? []].flat()),
        ...missing("device", devices, pulse.devices),
      ].map((problem) => `pulse "${pulse.id}": ${problem}`),
    ),
    ...hooks.flatMap(({ id, at, payoffAt }) => {
      const dangling = missing("pulse", pulses, [at, payoffAt]);
      const isTooEarly = dangling.length === 0 && order.get(payoffAt)! <= order.get(at)!;
      return [...dangling, ...(isTooEarly ? ["it pays off before it is told"] : [])].map(
        (problem) => `hook "${id}": ${problem}`,
      );
    }),
    ...endings.flatMap(({ id, needs }) =>
      missing("pulse", pulses, needs).map((problem) => `ending "${id}": ${problem}`),
    ),
  ];
}

function commitmentProblems({ pulses, commitments, text }: Story): {
  errors: string[];
  warnings: string[];
} {
  const isText = text !== undefined;
  const order = new Map(pulses.map(({ id }, index) => [id, index]));
  // The author of a text never sees the ids.
  const beats = pulses.map(({ id, title }) => (isText ? title : id));
  const nameOf = (words: string) => beats[order.get(words) ?? -1] ?? words;
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const [index, { before }] of commitments.entries()) {
    if (!before) continue;
    const at = `commitment ${index + 1}`;
    for (const part of before.filter((part) => !order.has(part))) {
      // Comparing takes long for long texts, which cannot be titles.
      const start = part.slice(0, 200);
      const [title] = typingErrors(start, beats);
      if (!isEvent(part))
        errors.push(
          `${at}: "${part}" is neither a beat nor an event in three or more words. ${suggestion(start, beats)}`.trimEnd(),
        );
      else if (title !== undefined)
        warnings.push(`${at}: "${part}" is read as an event. Did you mean the beat "${title}"?`);
    }
    const [first, then] = before;
    if (first === then) errors.push(`${at}: "${nameOf(first)}" cannot come before itself`);
    else if (order.get(then)! < order.get(first)!)
      errors.push(`${at}: "${nameOf(then)}" comes before "${nameOf(first)}" in this guide`);
  }
  return { errors, warnings };
}

const words = new Intl.Segmenter("en", { granularity: "word" });

/** An id of several words names a pulse. */
const isEvent = (text: string): boolean =>
  !storyPartId.test(text) && [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length >= 3;

const repeated = (list: readonly string[]): string[] => [
  ...new Set(list.filter((item, at) => list.indexOf(item) < at)),
];

/** Every problem with a guide's shape, in its author's words: with ids in place of numbers, and the expected value. */
export function explainShape({ issues }: z.ZodError, guide: unknown): string[] {
  return issues.map(
    (issue) => `${placeOf(issue.path, guide)}: ${issueText(issue, { schema: story, given: guide })}`,
  );
}

const step = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;

const singular: Record<string, string> = {
  pulses: "pulse",
  npcs: "NPC",
  locations: "location",
  devices: "device",
  endings: "ending",
  options: "option",
  commitments: "commitment",
};

/** `pulse "the-bus", choice, option 2`: parts of a list by their id, or counted from one. */
function placeOf(path: readonly PropertyKey[], guide: unknown): string {
  const words: string[] = [];
  let value = guide;
  for (const [index, key] of path.entries()) {
    const list = value;
    value = step(value, key);
    if (!Array.isArray(list)) {
      // The list itself is named with its part, where one follows.
      if (Array.isArray(value) && index < path.length - 1) continue;
      words.push(String(key));
      continue;
    }
    const name = String(path[index - 1] ?? "part");
    const id = step(value, "id");
    const which = typeof id === "string" ? `"${id}"` : Number(key) + 1;
    words.push(`${singular[name] ?? name} ${which}`);
  }
  return words.join(", ") || "the guide";
}
