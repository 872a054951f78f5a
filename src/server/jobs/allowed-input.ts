/**
 * What a request may ask of an operation. A page is not the person who started the server: it names no module, no file
 * outside the workspace, no narrator or target that the server does not allow, and spends at most the server's budget.
 * All of it follows from what an option says of its value.
 */
import { extname, join, relative, resolve } from "node:path";
import { guideForm } from "../../contract/index.ts";
import { withoutKey } from "../../kernel/addresses/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import { isOutside } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists, isInside } from "../../kernel/store/index.ts";
import type { Declaration } from "../../operations/declaration.ts";
import { optionsOf } from "../../operations/option-spec.ts";
import { unknownOption } from "../../operations/read-input.ts";
import { type ContentKind, contentNames, findNamed } from "../../playtest/index.ts";
import { Refusal, short } from "../problem.ts";
import { type Field, offeredInput } from "./offered.ts";

export type Permitted = {
  harness: Pick<Harness, "permits" | "settings">;
  workspace: string;
  /** Each target that may be tested, by the name that requests use. */
  targets: ReadonlyMap<string, string>;
  /** The folder of a session or an experiment by its id, or a results file by its name. */
  storedAs(id: string): Promise<string | undefined>;
};

type Given = Readonly<Record<string, unknown>>;

/** The input for the operation: paths lead into the workspace, and the budget is at most the server's. */
export async function allowedInput(
  declaration: Pick<Declaration, "name" | "input">,
  given: Given,
  server: Permitted,
): Promise<Record<string, unknown>> {
  const { properties, required = [] } = offeredInput(declaration);
  for (const option of Object.keys(given)) {
    if (Object.hasOwn(properties, option)) continue;
    if (!Object.hasOwn(declaration.input.shape, option))
      throw unknownOption(declaration.name, option, Object.keys(properties));
    throw notAllowed(
      option,
      `${optionText(option)} cannot be set over HTTP.`,
      "Set it where the server is started, or run the command in a terminal.",
    );
  }
  const input: Record<string, unknown> = { ...given };
  const out = optionsOf(declaration.input).find(({ name }) => name === "out")?.default;
  if (typeof out === "string") input["out"] = join(server.workspace, out);
  for (const [name, field] of Object.entries(properties)) {
    const value = given[name];
    const most = field.setting === "budget" ? server.harness.settings.budget : undefined;
    // A folder to write into is made.
    const isRead = field.value === "FILE" || required.includes(name);
    if (value !== undefined) input[name] = await allowed(value, field, { option: name, isRead, ...server });
    if (most !== undefined && (value === undefined || (typeof value === "number" && value > most)))
      input[name] = most;
  }
  return input;
}

type Asked = Permitted & { option: string; isRead: boolean };
/** Each path of a list is looked up. */
const MOST_ITEMS = 1_000;

async function allowed(value: unknown, field: Field, asked: Asked): Promise<unknown> {
  if (Array.isArray(value)) return allowedList(value, field, asked);
  if (typeof value === "object" && value !== null) return allowedObject(value, field, asked);
  if (typeof value !== "string") return value;
  if (field.content !== undefined) return listed(field.content, value, asked);
  switch (field.value) {
    case "MODEL":
      return permitted(value, asked);
    case "TARGET":
      return targetNamed(value, asked);
    case "FILE":
    case "DIR":
      return insideWorkspace(value, asked);
    case "K=V":
      return allowedWord(value, field, asked);
    default:
      return value;
  }
}

function allowedList(items: readonly unknown[], field: Field, asked: Asked): Promise<unknown> {
  const { option } = asked;
  if (items.length > MOST_ITEMS)
    throw new HarnessError({
      code: "bad-value",
      option,
      message: `${optionText(option)} must have at most ${MOST_ITEMS} items, not ${items.length}.`,
      remedy: "Send several requests.",
    });
  // No option takes a list of lists: it is refused when the input is read, however deep it is.
  return Promise.all(items.map((each) => (Array.isArray(each) ? each : allowed(each, field, asked))));
}

async function allowedObject(value: object, field: Field, asked: Asked): Promise<unknown> {
  // The text itself, which is checked like a file.
  if (field.content !== undefined) return value;
  const fields = fieldsOf(field);
  // Only the library takes an object there: it may name files and modules.
  if (fields === undefined && field.anyOf?.some((one) => Object.keys(one).length === 0))
    throw notAllowed(
      asked.option,
      `${optionText(asked.option)} cannot be an object over HTTP.`,
      "Save it as a file in the workspace, and give its path.",
    );
  const entries = Object.entries(value).map(async ([name, each]) => {
    const inner = fields?.[name];
    return [name, inner ? await allowed(each, inner, asked) : (each as unknown)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const fieldsOf = ({ properties, anyOf = [] }: Field): Record<string, Field> | undefined =>
  properties ?? anyOf.find((one) => one.properties)?.properties;

/** `prompt=NAME` of an arm. Its guide is another guide, or another form of it. */
async function allowedWord(word: string, field: Field, asked: Asked): Promise<string> {
  const [, key = "", value = ""] = /^([^=]*)=(.+)$/s.exec(word) ?? [];
  const name = key === "guide" && !guideForm.safeParse(value).success ? "storyGuide" : key;
  const inner = fieldsOf(field)?.[name];
  return inner ? `${key}=${String(await allowed(value, inner, asked))}` : word;
}

/** By its name alone: elsewhere a name may be a path. */
function listed(kind: ContentKind, name: string, { option, workspace }: Asked): string {
  const known = contentNames(kind, workspace);
  if (!known.includes(name))
    throw new HarnessError({
      code: "unknown-name",
      option,
      message: `Unknown ${kind} ${JSON.stringify(short(name))}. ${suggestion(name, known)}`.trimEnd(),
      remedy: `Known: ${known.join(", ")}. Another text can be given itself: { name, text }.`,
    });
  const { path, shipped } = findNamed(kind, name, { workspace });
  // A link could lead anywhere.
  if (!shipped) requireInside(resolve(path), { option, workspace, asked: name });
  return name;
}

async function permitted(name: string, { option, harness: { permits } }: Asked): Promise<string> {
  if (!isOutside(name)) return name;
  try {
    await permits.permit({ name, place: name });
    return name;
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    throw notAllowed(
      option,
      `The server does not allow ${short(withoutKey(name))} as a model.`,
      "If you trust it, start the server with --allow-narrator PATH|URL, or name it in the settings.",
    );
  }
}

function targetNamed(name: string, { option, targets }: Asked): string {
  const target = targets.get(name);
  if (target !== undefined) return target;
  throw notAllowed(
    option,
    `The server does not test ${short(withoutKey(name))}.`,
    `Known: ${[...targets.keys()].join(", ")}. To test another, start the server with --target.`,
  );
}

/** A path in the workspace, or one that begins with the id of a session or an experiment: `ID/turn-4.json`. */
async function insideWorkspace(
  path: string,
  { option, isRead, workspace, storedAs }: Asked,
): Promise<string> {
  // Refused when the input is read.
  if (path === "" || path.includes("\0")) return path;
  if (/\.[cm]?[jt]sx?$/i.test(extname(path)))
    throw notAllowed(
      option,
      `${optionText(option, short(path))} is a module. Modules cannot be run over HTTP.`,
      "Run the command in a terminal.",
    );
  const inside = requireInside(resolve(workspace, path), { option, workspace, asked: path });
  if (exists(inside)) return inside;
  const [id = "", ...rest] = path.split("/");
  const stored = await storedAs(id);
  if (stored !== undefined)
    requireInside(resolve(stored, ...rest), { option, workspace: stored, asked: path });
  const found = stored === undefined ? inside : join(stored, ...rest);
  if (!isRead || exists(found)) return found;
  throw new Refusal({
    status: 404,
    code: "not-found",
    option,
    message: `${optionText(option, short(path))} does not exist in the workspace.`,
    remedy:
      "Give a path relative to the workspace, or one that begins with the id of a session: ID/turn-4.json.",
  });
}

/** As the process reaches it, so that results name it in the same way. */
function requireInside(
  path: string,
  {
    option,
    workspace,
    asked = relative(workspace, path),
  }: Pick<Asked, "option" | "workspace"> & { asked?: string },
): string {
  if (isInside(workspace, path)) return join(workspace, relative(resolve(workspace), path));
  throw new HarnessError({
    code: "outside-folder",
    option,
    message: `${optionText(option, short(asked))} is not inside the workspace.`,
    remedy: "Give a path relative to the workspace, without links that lead out of it.",
  });
}

const notAllowed = (option: string, message: string, remedy: string) =>
  new Refusal({ status: 403, code: "not-allowed", option, message, remedy });
