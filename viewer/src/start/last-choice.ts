/** The last choice of stories, prompts and narrators in this browser, for each operation. */
import type { Input } from "../operation/index.ts";

const KEY = "rehearse-last-choice";
const OPTIONS = new Set(["story", "prompt", "narrator", "stories", "prompts"]);

type Kept = Pick<Storage, "getItem" | "setItem">;

export function rememberChoice(operation: string, input: Input, storage: Kept = localStorage): void {
  const chosen = Object.entries(input).filter(([option]) => OPTIONS.has(option));
  try {
    storage.setItem(KEY, JSON.stringify({ ...read(storage), [operation]: Object.fromEntries(chosen) }));
  } catch {
    // Without storage the form starts with the workspace's own content.
  }
}

/** What of it still exists, in its order. */
export function lastChoice(
  operation: string,
  option: string,
  known: readonly string[],
  storage: Kept = localStorage,
): string[] {
  const kept = (read(storage)[operation] as Input | undefined)?.[option];
  return [kept].flat().filter((value): value is string => known.includes(value as string));
}

function read(storage: Kept): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? { ...kept } : {};
  } catch {
    // Unreadable, or the browser keeps nothing: no choice is remembered.
    return {};
  }
}
