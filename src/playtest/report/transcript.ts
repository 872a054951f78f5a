/** Everything that was said, turn by turn. Private words are marked with their audience. */
import type { Message, TurnRecord } from "../../contract/index.ts";
import { inline, quoted } from "../../kernel/report/index.ts";
import { messagesOf } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";

export function transcriptLines({ records, config }: Pick<SessionState, "records" | "config">): string[] {
  const names = config.group.players.map(({ name }) => name);
  return records.flatMap((record) => turnLines(record, names));
}

function turnLines(record: TurnRecord, names: readonly string[]): string[] {
  const { turn, pulse, classification, players } = record;
  const number = pulse === undefined ? "" : ` (pulse ${pulse})`;
  const types = classification.types.length === 0 ? "" : ` · ${classification.types.join(", ")}`;
  const wants = players.filter(({ wants }) => wants !== "");
  return [
    `### Turn ${turn}${number}${types}`,
    "",
    ...messagesOf(record, names).flatMap((message) => [
      `**${speakerOf(message)}${hearersOf(message, { record, names })}**`,
      "",
      quoted(message.content),
      "",
    ]),
    ...(wants.length === 0
      ? []
      : [
          `<sub>Wanted: ${wants.map(({ seat, wants }) => inline(`${names[seat]}: ${wants}`)).join(" · ")}</sub>`,
          "",
        ]),
  ];
}

const speakerOf = ({ role, player }: Message): string =>
  role === "narrator" ? "Narrator" : inline(player ?? "?");

function hearersOf(
  { role, audience, toldInTurn }: Message,
  { record: { turn, relay }, names }: { record: TurnRecord; names: readonly string[] },
): string {
  const name = (seat: number) => inline(names[seat] ?? "?");
  if (audience?.length === 0) return " → nobody (private, recipient unknown)";
  if (audience) return ` → ${role === "narrator" ? audience.map(name).join(", ") : "narrator"} only`;
  if (role === "spokesperson" && relay!.seat < names.length) {
    const { noise = "faithful", dropped } = relay!;
    const left = dropped === undefined ? noise : `${noise}: ${name(dropped)}`;
    return noise === "faithful" ? " (for the group)" : ` (for the group; ${left})`;
  }
  if (toldInTurn === undefined) return "";
  const from = toldInTurn === turn ? "" : `, from turn ${toldInTurn}`;
  return ` (tells what only they knew${from})`;
}
