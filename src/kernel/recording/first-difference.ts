import type { RecordingManifest } from "../../contract/index.ts";
import { shorten } from "../report/index.ts";

type Inputs = Pick<RecordingManifest, "command" | "inputs" | "settings">;
type Facts = Record<string, unknown>;

/** The first input that differs, in the order in which the command lists them. Undefined: none does. */
export function firstDifference(recorded: Inputs, now: Inputs): string | undefined {
  const [before, after] = [allOf(recorded), allOf(now)];
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  const name = Object.keys({ ...after, ...before }).find((each) => !isSame(each));
  if (name === undefined) return undefined;
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const [one, other] = [shown(before[name]), shown(after[name])];
  const how = one === other ? `both are ${one}, with different content` : `recorded ${one}, now ${other}`;
  return `the ${words} ${name.endsWith("s") ? "differ" : "differs"} (${how})`;
}

const allOf = ({ command, inputs, settings }: Inputs): Facts => ({ command, ...inputs, ...settings });

const shown = (value: unknown): string =>
  value === undefined ? "none" : shorten(JSON.stringify(nameOf(value)), 60);

/** Content is shown by its name. */
function nameOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(nameOf);
  const { name, label, id } = Object(value) as Facts;
  return name ?? label ?? id ?? value;
}
