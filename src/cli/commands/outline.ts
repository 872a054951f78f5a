/** Any plain value as indented lines: a name a line, texts of several lines below their name. Nothing is left out. */
export function outline(value: unknown, indent = ""): string {
  return lines(value)
    .map((line) => `${indent}${line}`.trimEnd())
    .join("\n");
}

function lines(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => hung("- ", lines(item)));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => (inner === undefined ? [] : named(name, inner)));
  return String(value).split("\n");
}

function named(name: string, value: unknown): string[] {
  if (isEmpty(value)) return [`${name}: none`];
  const below = lines(value);
  const beside =
    typeof value !== "object" ||
    value === null ||
    (Array.isArray(value) && value.every((item) => typeof item === "number"));
  if (beside && Array.isArray(value)) return [`${name}: ${value.join(", ")}`];
  return beside && below.length === 1
    ? [`${name}: ${below[0]}`]
    : [`${name}:`, ...below.map((line) => `  ${line}`)];
}

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** The first line after a mark, the others below its text. */
const hung = (mark: string, [first = "", ...rest]: string[]): string[] => [
  `${mark}${first}`,
  ...rest.map((line) => `${" ".repeat(mark.length)}${line}`),
];
