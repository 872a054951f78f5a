import type { TurnRecord } from "../../contract/index.ts";
import { inline, quoted } from "../../kernel/report/index.ts";
import { messagesOf } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";

/** Everything that was said, turn by turn. Private words are marked with who heard them. */
export function transcriptSection({ records, config }: SessionState, title = "Full Transcript"): string[] {
  const names = config.group.players.map(({ name }) => name);
  return [`## ${title}`, "", ...records.flatMap((record) => turnLines(record, names))];
}

export function turnLines(record: TurnRecord, names: readonly string[]): string[] {
  const head = `### Turn ${record.turn}${record.pulse === undefined ? "" : ` (pulse ${record.pulse})`} · ${typesOf(record.classification)}`;
  const wants = record.players.map(({ seat, wants }) => `${names[seat]}: ${wants}`);
  return [
    head,
    "",
    ...messagesOf(record, names).flatMap(({ role, player, content, audience }) => {
      const who = role === "narrator" ? "Narrator" : inline(player ?? "?");
      const to =
        audience?.length === 0
          ? " → nobody (private, and no player is named)"
          : audience
            ? ` → ${role === "narrator" ? audience.map((seat) => inline(names[seat] ?? "?")).join(", ") : "narrator"} only`
            : role === "spokesperson"
              ? " (for the group)"
              : "";
      return [`**${who}${to}**`, "", quoted(content), ""];
    }),
    ...(wants.length > 0 ? [`<sub>Wanted: ${wants.map(inline).join(" · ")}</sub>`, ""] : []),
  ];
}

/** What the output does, the main thing first. */
const typesOf = ({ type, alsoTypes = [] }: TurnRecord["classification"]): string =>
  [type, ...alsoTypes].join(", ");
