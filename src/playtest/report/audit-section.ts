import type { AuditedPlayer, SessionResult } from "../../contract/index.ts";
import { inline, markdownTable } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";

/** Whether the players played as players: what a session says about its narrator hangs on it. */
export function auditSection({ config: { group } }: SessionState, { audit }: SessionResult): string[] {
  if (audit === undefined) return [];
  const name = (seat: number) => inline(group.players[seat]?.name ?? "?");
  return [
    "## Players under test",
    "",
    audit.broken ? `**⚠️ The players broke this session**: ${audit.why.map(inline).join("; ")}. It says little about the narrator, and comparisons can leave it out.` : "Nothing that the players did breaks this session.",
    "",
    ...audit.notes.flatMap(({ kind, seat, turn, note, quote }) => [`- **${turn === undefined ? "The session" : `Turn ${turn}`}, ${name(seat)}, ${kind}**: ${inline(note)}`, ...(quote === "" ? [] : [`  - “${inline(quote)}”`])]),
    ...(audit.notes.length > 0 ? [""] : []),
    markdownTable(
      ["Player", "Archetype", "Quirk drawn", "Expected", "Heard where drawn", "Heard elsewhere"],
      audit.players.map((player) => [name(player.seat), player.archetype, drawn(player), percent(player.expectedRate), ...heard(player)]),
    ),
    "",
    "Drawn: the dice, with the exact interval of 95 %. Heard: by words that go with the quirk; of jokes and of what is off the script no list of words can tell.",
    "",
  ];
}

const drawn = ({ drawn, turns, drawnInterval: [low, high] }: AuditedPlayer): string => `${drawn} of ${turns} turns (${percent(low)} to ${percent(high)})`;
const heard = ({ shown }: AuditedPlayer): [string, string] => (shown === null ? ["-", "-"] : [`${shown.whenDrawn} of ${shown.askedFor}`, `${shown.otherwise} of ${shown.notAskedFor}`]);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
