import type { SessionView } from "../../../../src/contract/playtest-api.ts";

/** That no issue was found says nothing about what nobody looked for. */
export function readWords(read: SessionView["result"]["read"]): string[] {
  if (read === undefined) return ["This session was stored before readings were kept."];
  const { source, turns, of, unread, notLookedFor } = read;
  const kinds = notLookedFor.map((kind) => kind.replaceAll("-", " ")).join(", ");
  return [
    source === undefined
      ? "Nobody read this session."
      : `Read ${turns.length} of ${of} turns by ${source.replace("reader: ", "")}.`,
    ...(unread.length > 0 ? [`Unread turns: ${unread.map(({ turn }) => turn).join(", ")}.`] : []),
    ...(notLookedFor.length > 0
      ? [`Not looked for${source === undefined ? " (needs an observer model)" : ""}: ${kinds}.`]
      : []),
  ];
}
