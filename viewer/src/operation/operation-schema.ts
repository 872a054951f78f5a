/** What the server says about an operation's input, as a form needs it: JSON Schema, with the meta of each option. */
export type Property = {
  type?: string;
  enum?: readonly unknown[];
  items?: Property;
  anyOf?: readonly Property[];
  properties?: Readonly<Record<string, Property>>;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  description?: string;
  /** The kind of the value: MODEL, FILE, USD, … */ value?: string;
  /** It names such a text. */ content?: "story" | "prompt";
  section?: "common";
  /** Another value with a meaning of its own, such as `auto`. */ bare?: string;
};
export type OperationSchema = {
  properties: Readonly<Record<string, Property>>;
  required?: readonly string[];
};

/** The input of an operation, as far as it is filled in. What is left out has the server's default. */
export type Input = Readonly<Record<string, unknown>>;

export type FieldKind = "flag" | "choice" | "number" | "text" | "choices" | "list" | "group";

/** How an option is asked for. Where it may be text, other forms of it are for the library. */
export function kindOf({ type, anyOf = [], enum: choices, items }: Property): FieldKind {
  const group = anyOf.find(({ properties }) => properties);
  if (anyOf.some((each) => each.type === "string")) return "text";
  if (group) return "group";
  if (type === "boolean") return "flag";
  if (type === "array") return items?.enum ? "choices" : "list";
  if (type === "integer" || type === "number") return "number";
  return choices ? "choice" : "text";
}

/** The options of an option that is an object. */
export const groupOf = ({ anyOf = [] }: Property): OperationSchema => ({
  properties: anyOf.find(({ properties }) => properties)?.properties ?? {},
});

/** Only a terminal has files, and prints as much as it is told to. */
const NOT_HERE = new Set(["FILE", "DIR", "PATH|URL"]);
const TERMINAL = new Set(["shard", "verbose", "debug", "failuresOnly"]);
const HERE = new Set(["budget", "checkpoint"]);

/** Whether a page can ask for an option: a file, for example, only if it lists those to choose from. */
export const isAskable = (name: string, { value = "", section }: Property, listed: object = {}): boolean =>
  HERE.has(name) || name in listed || (section !== "common" && !NOT_HERE.has(value) && !TERMINAL.has(name));

const LABELS: Readonly<Record<string, string>> = {
  a: "A changes",
  b: "B changes",
  budget: "Budget, USD",
  checkpoint: "Start from",
  concurrency: "Sessions at once",
  guide: "Form of the guide",
  maxTurns: "Maximum turns",
  observer: "Reader",
  pairs: "Pairs, at most",
  playerModel: "Players' model",
  preset: "Size",
  sessions: "Sessions per combination",
  storyGuide: "Guide",
  target: "System under test",
  times: "Replays",
  turns: "Turns each",
};

/** The name of an option on a page. */
export function labelOf(name: string, property?: Property): string {
  const words = LABELS[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = `${words[0]!.toUpperCase()}${words.slice(1)}`;
  return property?.type === "array" && property.value === "MODEL" ? `${label}s` : label;
}

/**
 * Texts of the server name options and how a gate fails as the terminal does, and what lists the models as a request. A
 * page may name no module and no address.
 */
export const inPageWords = (text: string): string =>
  text
    .replaceAll(/--([a-z][a-z-]*)/g, (_, flag: string) =>
      labelOf(flag.replaceAll(/-([a-z])/g, (__, letter: string) => letter.toUpperCase())),
    )
    .replaceAll("GET /api/choices", "rehearse models")
    .replaceAll("`", "")
    .replace(", an address or a module", "")
    .replace("Exit 1", "Fails");

type Refused = { option?: string | undefined; message: string };

/** A refusal begins with the option that it is about, as a request spells it. */
export const refusalWords = ({ option = "", message }: Refused): string =>
  inPageWords(
    option !== "" && message.startsWith(option) ? message.replace(option, labelOf(option)) : message,
  );

/** What keeps an operation from starting: its lines, then what to do. The message of an error is not copied by a rest. */
export const problemLines = ({ option, message, remedy }: Refused & { remedy: string }): string[] => [
  ...refusalWords({ option, message })
    .split("\n")
    .map((line) => line.trim()),
  inPageWords(remedy),
];

/** What an empty field stands for, if it can be said in a word or two. */
export const usualOf = ({ default: usual, description = "" }: Property): string | undefined =>
  usual === undefined ? /Default: ([^.;,]{1,24})\.$/.exec(description)?.[1] : String(usual);

/** What the form has is asked for; an empty field, and an option that is hidden, are not. */
export const filledIn = (input: Input, hidden: readonly string[] = []): Input =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !isEmpty(value) && !hidden.includes(name)),
  );

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

/** The options that are needed and not filled in. */
export const missingIn = ({ required = [] }: OperationSchema, input: Input): string[] =>
  required.filter((name) => isEmpty(input[name]));

/** The part of an address that fills in a form: `maxTurns=5&stories=a&stories=b&b.prompt=mine`. */
export function inputFrom({ properties }: OperationSchema, params: URLSearchParams, prefix = ""): Input {
  const entries = Object.entries(properties).map(([name, property]): [string, unknown] => {
    const given = params.getAll(`${prefix}${name}`);
    switch (kindOf(property)) {
      case "group":
        return [name, inputFrom(groupOf(property), params, `${prefix}${name}.`)];
      case "choices":
      case "list":
        return [name, given.length > 0 ? given : undefined];
      case "number":
        return [
          name,
          given[0] === undefined || Number.isNaN(Number(given[0])) ? undefined : Number(given[0]),
        ];
      case "flag":
        return [name, given[0] === undefined ? undefined : given[0] === "true"];
      case "choice":
      case "text":
        return [name, given[0]];
    }
  });
  return filledIn(Object.fromEntries(entries));
}
