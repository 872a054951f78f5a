/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
export const joinAnd = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** "go, or stay", "go, hide, or stay"; with semicolons where commas already have work to do. */
export function joinOr(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? "";
  const mark = items.some((item) => item.includes(",")) ? ";" : ",";
  return `${items.slice(0, -1).join(`${mark} `)}${mark} or ${items.at(-1)}`;
}

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Without the full stop at its end, so that it can stand inside a sentence. */
export const unstopped = (text: string): string => text.trim().replace(/[.!?,;:]+$/, "");
