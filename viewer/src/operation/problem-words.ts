/** What keeps an operation from starting, in the words of a page. The server's own advice is for other surfaces. */
import { words } from "../ui/format.ts";
import type { FoundProblem } from "./operation-queries.ts";
import { inPageWords, refusalWords } from "./operation-schema.ts";

const KEYS = "missing-keys";

export const problemLines = ({ code, option, message, remedy }: FoundProblem): string[] =>
  code === KEYS
    ? [
        ...keyLines(message),
        "Set the keys where rehearse serve runs, and restart it. Or choose other models.",
      ]
    : [...linesOf(refusalWords({ option, message })), inPageWords(remedy)];

const linesOf = (text: string): string[] => text.split("\n").map((line) => line.trim());

/** The roles whose model has no key. */
export const rolesWithoutKey = (problems: readonly FoundProblem[]): string[] =>
  problems.flatMap(({ code, message }) => (code === KEYS ? [...needsIn(message).keys()] : []));

/** Which models need which key, by role. A message of another form stays as it is. */
function keyLines(message: string): string[] {
  const needs = [...needsIn(message)];
  return needs.length === 0
    ? linesOf(message)
    : needs.map(([role, models]) => `${needing(role)} a key: ${models.join(", ")}`);
}

const needing = (role: string): string =>
  role === "player" ? "Players need" : `The ${role === "observer" ? "reader" : words(role)} needs`;

function needsIn(message: string): Map<string, string[]> {
  const needs = new Map<string, string[]>();
  for (const line of message.split("\n")) {
    const [, key, unfit = "", users = ""] = /^\s+(\w+)( \([^)]*\))?\s+needed by (.*)$/.exec(line) ?? [];
    for (const user of key === undefined ? [] : users.split(/, (?=[a-z]+ \()/)) {
      const [, role = "", model] = /^(\w+) \((.*?)(?: = .*)?\)$/.exec(user) ?? [];
      // The spokesperson is one of the players.
      if (model !== undefined && role !== "spokesperson")
        needs.set(role, [...(needs.get(role) ?? []), `${model} (${key}${unfit})`]);
    }
  }
  return needs;
}
