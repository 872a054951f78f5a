/** The last choice of stories, prompts and narrators in this browser. */
const KEY = "rehearse-last-choice";
const FIELDS = ["story", "prompt", "narrator", "stories", "prompts", "narrators"];

type Kept = Pick<Storage, "getItem" | "setItem">;

export function rememberChoice(form: FormData, storage: Kept = localStorage): void {
  const chosen = FIELDS.filter((name) => form.has(name)).map((name) => [name, form.getAll(name)] as const);
  try {
    storage.setItem(KEY, JSON.stringify({ ...read(storage), ...Object.fromEntries(chosen) }));
  } catch {
    // Without storage the form starts with the workspace's own content.
  }
}

/** What of it still exists, in its order. */
export function lastChoice(name: string, known: readonly string[], storage: Kept = localStorage): string[] {
  const kept = read(storage)[name];
  return Array.isArray(kept) ? kept.filter((value): value is string => known.includes(value as string)) : [];
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
