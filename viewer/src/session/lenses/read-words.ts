import type { SessionView } from "../../../../src/contract/index.ts";

/** That no issue was found says nothing about what nobody looked for. */
export function readWords(read: SessionView["result"]["read"]): string[] {
  if (read === undefined) return ["This session predates readings."];
  const { source, turns, of, unread, notLookedFor } = read;
  const kinds = notLookedFor.map((kind) => kind.replaceAll("-", " ")).join(", ");
  return [
    source === undefined
      ? "No reader."
      : `${source.replace("reader: ", "")} read ${turns.length} of ${of} turns.`,
    ...(unread.length > 0 ? [`Unread turns: ${unread.map(({ turn }) => turn).join(", ")}.`] : []),
    ...(notLookedFor.length > 0
      ? [`Not looked for${source === undefined ? " (needs --observer MODEL)" : ""}: ${kinds}.`]
      : []),
  ];
}
