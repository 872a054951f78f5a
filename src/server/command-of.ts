import { shellWord } from "../config/started-by.ts";
import type { Harness } from "../kernel/run/index.ts";

/** The same request as a command, for a terminal or CI. */
export function commandOf({ command }: Pick<Harness, "command">, name: string, flags: object): string {
  const words = Object.entries(flags).flatMap(([flag, value]: [string, unknown]) => {
    const dashed = `--${flag.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) return [];
    if (value === true) return [dashed];
    const word = Array.isArray(value) ? value.join(",") : String(value);
    // Otherwise it would be read as a flag.
    return word.startsWith("-") ? [`${dashed}=${shellWord(word)}`] : [dashed, shellWord(word)];
  });
  return [command, name, ...words].join(" ");
}
