/** Reads a target file: checks its templates and paths, and takes secrets from the environment. */
import {
  mechanism,
  mechanisms,
  targetFile,
  type ItemsPath,
  type Mechanism,
  type TargetFile,
} from "../../contract/index.ts";
import { withoutKey } from "../../kernel/addresses/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { InvalidReplyError, sendJson } from "../../kernel/models/index.ts";
import { keepOut, SECRET_NAME, valueWithoutSecrets } from "../../kernel/secrets/index.ts";
import { badFile, readDataFile, readShaped } from "../data-file.ts";
import { filled, filledText, pathOf, placeholdersIn, valuesAt } from "./templates.ts";

export type Service = {
  /** As written, without the values of variables. */
  readonly url: string;
  readonly name: string;
  readonly file: string;
  /** Where the text of a selection is. */
  readonly textPath: string | undefined;
  /** Asks in the service's own form; undefined: the file has no template for it. */
  ask(ask: string, request: object, signal: AbortSignal): Promise<unknown>;
};

const REMEDY = "docs/guide/retrieval.md describes target files.";
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const asks = mechanism.options.map((name) => mechanisms[name].ask);

/** Everything that can be wrong is found here, before the first request. */
export function readService(
  path: string,
  {
    variable,
    offline,
  }: {
    variable: (name: string) => string | undefined;
    /** Answers come from a recording: nothing is sent, so no variable is needed. */
    offline: boolean;
  },
): Service {
  const file = readShaped(path, targetFile, { remedy: REMEDY });
  const { lineOf } = readDataFile(path, { remedy: REMEDY });
  const problems: string[] = [];
  const say = (at: readonly PropertyKey[], problem: string) =>
    problems.push([lineOf(at) ?? [], at.join("."), problem].flat().join(": "));

  checkTemplates(file, say);
  const resolved = withVariables(file, { variable, say: offline ? () => {} : say });
  if (problems.length > 0) throw badFile(path, problems, REMEDY);
  const selections = file.retrieve?.response.selections;
  const templates = asks.filter((ask) => templateOf(file, ask));
  return {
    // Names the service in files and errors. A query may hold a variable of the environment.
    url: withoutKey(file.url),
    name: file.name ?? withoutKey(file.url),
    file: path,
    textPath: typeof selections === "object" ? selections.text : undefined,
    async ask(ask, request, signal) {
      const { url, method, headers, max_response_mb } = resolved;
      const template = templateOf(resolved, ask);
      if (!template && templates.length > 0) return { not_answered: true };
      const values = request as Record<string, unknown>;
      const verb = template?.method ?? method;
      const body = template?.request === undefined ? request : filled(template.request, values);
      const response = await sendJson(filledText(template?.url ?? url, values, encodeURIComponent), {
        method: verb,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [
            name,
            filledText(value, values, encodeURIComponent),
          ]),
        ),
        body: verb === "GET" ? undefined : body,
        maxBytes: max_response_mb * 1024 * 1024,
        signal,
      });
      return template ? mapped(template, valueWithoutSecrets(response), { url: file.url, path }) : response;
    },
  };
}

type Template = NonNullable<TargetFile["retrieve"]> | NonNullable<TargetFile["handlers"]>;
const templateOf = (file: TargetFile, ask: string): Template | undefined =>
  file[ask as "retrieve" | "handlers" | "match" | "always"];

type Say = (at: readonly PropertyKey[], problem: string) => unknown;

function checkTemplates(file: TargetFile, say: Say): void {
  if (!/^(https?:\/\/|\$\{)/.test(file.url)) say(["url"], "expected an address: http://HOST:PORT/PATH");
  for (const name of mechanism.options) {
    const { ask } = mechanisms[name];
    const template = templateOf(file, ask);
    const known = fieldsOf(name);
    const check = (at: readonly PropertyKey[], text: unknown) => {
      for (const used of placeholdersIn(text))
        if (!known.includes(used)) say(at, `unknown placeholder {{${used}}} (known: ${known.join(", ")})`);
    };
    if (template) {
      check([ask, "request"], template.request);
      check([ask, "url"], template.url ?? file.url);
      checkPaths(template.response, [ask, "response"], say);
    }
  }
  // Headers go with every question; what one question does not have is empty there.
  const known = new Set(mechanism.options.flatMap(fieldsOf));
  for (const [header, text] of Object.entries(file.headers))
    for (const used of placeholdersIn(text))
      if (!known.has(used))
        say(["headers", header], `unknown placeholder {{${used}}} (known: ${[...known].join(", ")})`);
}

/** What a question of this mechanism has. */
const fieldsOf = (name: Mechanism): string[] => [
  "ask",
  "version",
  ...Object.keys(mechanisms[name].question.shape),
];

function checkPaths(response: object, at: readonly PropertyKey[], say: Say): void {
  for (const [key, value] of Object.entries(response))
    if (typeof value === "object" && value !== null) checkPaths(value, [...at, key], say);
    else if (typeof value === "string" && !pathOf(value))
      say([...at, key], `${JSON.stringify(value)} is not a path, such as data.hits[*].id`);
}

/** Values shorter than this are not redacted: they could be any word. */
const SHORTEST = 8;

/**
 * The file with the values of its variables. From now on secrets appear nowhere else: what headers contain, and variables that are
 * named like secrets. Other values, such as a tenant in the address, can be a part of document ids and must not change them.
 */
function withVariables(
  file: TargetFile,
  { variable, say }: { variable: (name: string) => string | undefined; say: Say },
): TargetFile {
  const replaced = (value: unknown, at: readonly PropertyKey[]): unknown => {
    if (Array.isArray(value)) return value.map((one, index) => replaced(one, [...at, index]));
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, replaced(one, [...at, key])]),
      );
    if (typeof value !== "string") return value;
    return value.replaceAll(VARIABLE, (_, name: string, offset: number) => {
      const found = variable(name);
      if (found === undefined) {
        say(at, `the environment variable ${name} is not set`);
        return "";
      }
      if (at[0] === "headers" && SECRET_NAME.test(String(at[1])) && found.length < SHORTEST)
        say(
          at,
          `the value of ${name} has ${found.length} characters; a secret needs ${SHORTEST}, so that it can be redacted`,
        );
      if (at[0] === "headers" || SECRET_NAME.test(name) || SECRET_NAME.test(String(at.at(-1))))
        keepOut({ [name]: found });
      return at.at(-1) === "url" && offset > 0 ? encodeURIComponent(found) : found;
    });
  };
  const { name, ...rest } = file;
  const resolved = { name, ...(replaced(rest, []) as TargetFile) };
  for (const [header, text] of Object.entries(file.headers))
    if (SECRET_NAME.test(header))
      for (const word of text.replaceAll(VARIABLE, " ").split(/[\s;]+/)) keepOut({ [header]: word });
  return resolved;
}

type Found = { entity_id: string; score: number | undefined; text: string | undefined };
type Listed = Exclude<ItemsPath, string>;

/** The service's answer in the form of the contract. */
function mapped(
  template: Template,
  response: unknown,
  { url, path }: { url: string; path: string },
): unknown {
  const wrong = (problem: string) =>
    new InvalidReplyError({
      model: `The target ${withoutKey(url)}`,
      text: JSON.stringify(response) ?? "",
      problem: `${problem}.`,
      remedy: `Change the paths in ${path}. ${REMEDY}`,
      usage: {},
    });
  const read = (where: ItemsPath, name: string) => itemsIn(response, where, { name, wrong });
  const { response: paths } = template as { response: Record<string, ItemsPath> };
  if (!("selections" in paths)) {
    const [name = ""] = Object.keys(paths);
    return { [name]: read(paths[name]!, name).map(({ entity_id }) => entity_id) };
  }
  const { selections, candidates, answer } = (template as NonNullable<TargetFile["retrieve"]>).response;
  const said = answer === undefined ? undefined : valuesAt(response, pathOf(answer)!)[0];
  if (said !== undefined && said !== null && typeof said !== "string")
    throw wrong(`answer: expected text at ${answer}`);
  return {
    selections: read(selections, "selections"),
    candidates: candidates && read(candidates, "candidates"),
    answer: said ?? undefined,
  };
}

function itemsIn(
  response: unknown,
  where: ItemsPath,
  { name, wrong }: { name: string; wrong: (problem: string) => HarnessError },
): Found[] {
  const { list, id, score, text }: Listed = typeof where === "string" ? { list: where } : where;
  const path = pathOf(list)!;
  const at = valuesAt(response, path);
  // Without [*] the path leads to the list itself.
  const elements = path.includes("*") ? at.flat(1) : at[0];
  if (!Array.isArray(elements)) throw wrong(`${name}: no list at ${list}`);
  const one = (element: unknown, way: string | undefined): unknown =>
    way === undefined ? undefined : valuesAt(element, pathOf(way)!)[0];
  const what = id === undefined ? "id" : `id at ${id}`;
  return elements.map((element: unknown, index) => {
    const found = id === undefined ? element : one(element, id);
    if ((typeof found !== "string" && typeof found !== "number") || found === "")
      throw wrong(`${name}: element ${index} of ${list} has no ${what}`);
    const [points, words] = [one(element, score), one(element, text)];
    return {
      entity_id: String(found),
      score: typeof points === "number" ? points : undefined,
      text: typeof words === "string" ? words : undefined,
    };
  });
}
