/** Everything that can be wrong with a story guide, in its author's words. */
import { z } from "zod";
import { didYouMean, suggestion, typingErrors } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { archetypeIds, isArchetype } from "../archetypes/index.ts";
import { story, storyPartId, type StoryProblem } from "../../contract/index.ts";

/** Fewer beats end before any player strays; more make a very long session. */
const USUAL_BEATS = { fewest: 5, most: 25 };

const text = z.string().optional().catch(undefined);
/** The readable parts of a list; the shape of the others is explained elsewhere. */
const list = <Part extends z.ZodType>(part: Part) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((item) => {
        const { success, data } = part.safeParse(item);
        return success ? [data] : [];
      }),
    );
const named = z.object({ id: z.string(), name: text });
const hook = z.object({ id: z.string(), at: z.string(), payoffAt: z.string() });

/** References inside a guide that may have the wrong shape. */
const references = z.object({
  pulses: list(
    z.object({
      id: z.string(),
      title: text,
      summary: text,
      text: list(z.string()),
      location: text,
      npcs: list(z.string()),
      devices: list(z.string()),
      choice: z
        .object({ options: z.array(z.unknown()) })
        .optional()
        .catch(undefined),
    }),
  ),
  npcs: list(named),
  locations: list(named),
  devices: list(named),
  endings: list(z.object({ id: z.string(), needs: list(z.string()) })),
  privateHooks: z.record(z.string(), list(hook)).catch({}),
  names: list(z.string()),
  // Not a list of the readable ones: problems count them.
  commitments: z
    .array(
      z
        .object({
          must: text,
          mustNever: text,
          before: z.tuple([z.string(), z.string()]).optional().catch(undefined),
        })
        .catch({}),
    )
    .catch([]),
});

/** What the schema cannot check: dangling references are errors; unused or unusual parts are warnings. */
export function checkStory(guide: unknown, { isText = false } = {}): StoryProblem[] {
  const { data } = references.safeParse(guide);
  if (!data) return [];
  const problems: StoryProblem[] = [];
  const error = (problem: string) => problems.push({ severity: "error", problem });
  const warn = (problem: string) => problems.push({ severity: "warning", problem });
  const { pulses, npcs, locations, devices, endings, privateHooks, names, commitments } = data;
  const hooks = Object.values(privateHooks).flat();

  for (const [kind, parts] of Object.entries({ pulses, npcs, locations, devices, endings, hooks }))
    for (const id of repeated(parts.map(({ id }) => id))) error(`${kind}: the id "${id}" is used twice`);
  for (const name of repeated(names)) error(`names: "${name}" is listed twice`);
  for (const { name } of npcs)
    if (name !== undefined && names.includes(name)) error(`names: "${name}" is also an NPC`);

  for (const archetype of Object.keys(privateHooks))
    if (!isArchetype(archetype))
      error(
        `privateHooks, ${archetype}: unknown archetype. Known: ${archetypeIds.join(", ")}. ${suggestion(archetype, archetypeIds)}`.trimEnd(),
      );

  const uses = {
    NPC: { known: ids(npcs), by: (pulse: (typeof pulses)[number]) => pulse.npcs },
    location: {
      known: ids(locations),
      by: ({ location }: (typeof pulses)[number]) => (location === undefined ? [] : [location]),
    },
    device: { known: ids(devices), by: (pulse: (typeof pulses)[number]) => pulse.devices },
  };
  for (const [kind, { known, by }] of Object.entries(uses)) {
    const used = new Set<string>();
    for (const pulse of pulses)
      for (const id of by(pulse)) {
        used.add(id);
        if (!known.has(id)) error(`pulse "${pulse.id}": there is no ${kind} "${id}"`);
      }
    for (const id of known)
      if (pulses.length > 0 && !used.has(id)) warn(`${kind} "${id}" is not used in any pulse`);
  }

  const order = new Map(pulses.map(({ id }, index) => [id, index]));
  for (const { id, at, payoffAt } of hooks) {
    const told = order.get(at);
    const paid = order.get(payoffAt);
    if (told === undefined) error(`hook "${id}": there is no pulse "${at}" to tell it at`);
    if (paid === undefined) error(`hook "${id}": there is no pulse "${payoffAt}" to pay it off at`);
    if (told !== undefined && paid !== undefined && paid <= told)
      error(`hook "${id}" pays off before it is told`);
  }
  for (const { id, needs } of endings)
    for (const beat of needs.filter((beat) => !order.has(beat)))
      error(`ending "${id}" needs an unknown pulse: "${beat}"`);
  // The author of a text never sees the ids.
  const beats = pulses.map(({ id, title = id }) => (isText ? title : id));
  const nameOf = (words: string) => beats[order.get(words) ?? -1] ?? words;
  for (const [index, { before }] of commitments.entries()) {
    if (!before) continue;
    const at = `commitment ${index + 1}`;
    for (const words of before.filter((words) => !order.has(words))) {
      const doubt = isText ? doubtfulEvent(words, beats) : undefined;
      if (doubt !== undefined) warn(`${at}: ${doubt}`);
      if (!isText && storyPartId.test(words))
        error(`${at}: there is no pulse "${words}". ${suggestion(words, beats)}`.trimEnd());
    }
    const [first, then] = before;
    const [told, toldThen] = [order.get(first), order.get(then)];
    if (first === then) error(`${at}: "${nameOf(first)}" cannot come before itself`);
    else if (told !== undefined && toldThen !== undefined && toldThen < told)
      error(`${at}: "${nameOf(then)}" comes before "${nameOf(first)}" in this guide`);
  }
  const promises = commitments.map(({ must, mustNever, before }) =>
    JSON.stringify({ must, mustNever, before }),
  );
  for (const [index, promise] of promises.entries()) {
    const same = promises.indexOf(promise);
    if (same < index && promise !== "{}") warn(`commitment ${index + 1} is the same as ${same + 1}`);
  }
  if (pulses.length === 0)
    warn("no beats: completion and pace cannot be measured, and the house narrator cannot play it");
  else if (pulses.length < USUAL_BEATS.fewest || pulses.length > USUAL_BEATS.most)
    warn(
      `${counted(pulses.length, "beat")}: a session usually has ${USUAL_BEATS.fewest} to ${USUAL_BEATS.most}`,
    );
  const untold = pulses.filter(({ summary = "", text }) => summary.trim() === "" && text.length === 0).length;
  if (untold > 0) warn(`${counted(untold, "beat")} ${untold === 1 ? "has" : "have"} no text`);
  // Endings follow the last pulse, one for each option: if there are more endings than options, some cannot be reached.
  const ways = pulses.at(-1)?.choice?.options.length;
  if (ways !== undefined && endings.length > ways)
    warn(
      `${endings.length} endings, but the last pulse's choice has ${ways} options: the last ${endings.length - ways} cannot be reached`,
    );
  return problems;
}

/** An event of a Markdown guide that may be meant as a title: it has one or two words, or a title is close. */
function doubtfulEvent(words: string, titles: readonly string[]): string | undefined {
  const isShort = words.split(/\s+/).length < 3;
  // Comparing takes long for long texts, which cannot be titles.
  const close = (isShort ? didYouMean : typingErrors)(words.slice(0, 200), titles);
  if (!isShort && close.length === 0) return undefined;
  const meant = close.map((title) => `"${title}"`).join(" or ");
  return `"${words}" is not the title of a beat, so it is read as an event.${meant && ` Did you mean ${meant}?`}`;
}

const ids = (parts: ReadonlyArray<{ id: string }>) => new Set(parts.map(({ id }) => id));

function repeated(list: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(list.filter((item) => seen.size === seen.add(item).size));
}

type Issue = z.core.$ZodIssue;

/** Every problem with a guide's shape, in its author's words: with ids in place of numbers, and the expected value. */
export function explainShape({ issues }: z.ZodError, guide: unknown): string[] {
  return issues.flatMap((issue) =>
    problems(issue, guide).map((problem) => `${placeOf(issue.path, guide)}: ${problem}`),
  );
}

function problems(issue: Issue, guide: unknown): string[] {
  const given = issue.path.reduce<unknown>(step, guide);
  switch (issue.code) {
    case "invalid_type":
      return [
        given === undefined
          ? `missing (expected ${kinds[issue.expected] ?? issue.expected})`
          : `expected ${kinds[issue.expected] ?? issue.expected}, found ${shown(given)}`,
      ];
    case "too_small":
      return [
        issue.origin === "array"
          ? `at least ${issue.minimum} needed, found ${count(given)}`
          : "empty (expected text)",
      ];
    case "too_big":
      return [
        issue.origin === "array"
          ? `at most ${issue.maximum} allowed, found ${count(given)}`
          : `at most ${issue.maximum.toLocaleString("en")} characters allowed, found ${String(given).length.toLocaleString("en")}`,
      ];
    case "invalid_value": {
      const allowed = issue.values.map((value) => JSON.stringify(value)).join(", ");
      const expected = issue.values.length === 1 ? allowed : `one of ${allowed}`;
      if (given === undefined) return [`missing (expected ${expected})`];
      const near = typeof given === "string" ? suggestion(given, issue.values.map(String)) : "";
      return [`${shown(given)} is not ${expected}. ${near}`.trimEnd()];
    }
    case "unrecognized_keys":
      return issue.keys.map((key) =>
        `unknown field "${key}". ${suggestion(key, fieldsAt(issue.path))}`.trimEnd(),
      );
    default:
      return [typeof given === "object" ? issue.message : `${shown(given)}: ${issue.message}`];
  }
}

const kinds: Record<string, string> = {
  object: "an object { … }",
  array: "a list [ … ]",
  record: "an object { … }",
  string: "text",
  number: "a number",
};

const step = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

type Schema = { properties?: Record<string, Schema>; additionalProperties?: Schema; items?: Schema };

function fieldsAt(path: readonly PropertyKey[]): string[] {
  let schema: Schema | undefined = z.toJSONSchema(story, { io: "input" }) as Schema;
  for (const key of path)
    schema = schema?.properties?.[String(key)] ?? schema?.items ?? schema?.additionalProperties;
  return Object.keys(schema?.properties ?? {});
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

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
    words.push(`${singular[name] ?? name} ${typeof id === "string" ? `"${id}"` : Number(key) + 1}`);
  }
  return words.join(", ") || "the guide";
}
