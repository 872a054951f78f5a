/** Where JSON is broken, by line and column, since V8's messages give a position only. */
export function jsonProblem(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? Number.NaN);
  if (Number.isNaN(position)) return `it is not JSON: ${message}`;
  const before = text.slice(0, position);
  const line = before.split("\n").length;
  return `it is not JSON at line ${line}, column ${position - before.lastIndexOf("\n")}: ${message.replace(/ in JSON at position.*$/, "")}`;
}
