import type { AuditedPlayer, SessionResult } from "../../contract/index.ts";
import { inline, markdownTable } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { percent } from "./session-facts.ts";

/** Whether the players played as players: what a session says about its narrator hangs on it. */
export function auditSection({ config: { group } }: SessionState, { audit }: SessionResult): string[] {
  if (audit === undefined) return [];
  const name = (seat: number) => inline(group.players[seat]?.name ?? "?");
  return [
    "## Players under test",
    "",
    audit.broken
      ? `**⚠️ The players broke this session**: ${audit.why.map(inline).join("; ")}. It says little about the narrator, and comparisons can leave it out.`
      : "Nothing that the players did breaks this session.",
    "",
    ...audit.notes.flatMap(({ kind, seat, turn, note, quote }) => [
      `- **${turn === undefined ? "The session" : `Turn ${turn}`}, ${name(seat)}, ${kind}**: ${inline(note)}`,
      ...(quote === "" ? [] : [`  - “${inline(quote)}”`]),
    ]),
    ...(audit.notes.length > 0 ? [""] : []),
    markdownTable(
      [
        "Player",
        "Archetype",
        "Quirk drawn",
        "Expected",
        "Heard where drawn",
        "Heard elsewhere",
        "Not listened to",
      ],
      audit.players.map((player) => [
        name(player.seat),
        player.archetype,
        drawn(player),
        expected(player),
        ...heard(player),
      ]),
    ),
    "",
    "Drawn: the dice, in turns of the story, with the exact 95 % interval. By chance such an interval misses the expected rate for at most one player in twenty; there is a note only where the dice are as far off as in one session of a hundred.",
    "",
    "Heard: by words that go with the quirk. Turns in which the player was off the story, or was sent there by the dice, are not listened to: there the quirk is what leads away. Of jokes and of what is off the script no list of words can tell. There is a note only where an interval of 95 % lies wholly under a half where the quirk was drawn, or wholly over a half elsewhere.",
    "",
  ];
}

const drawn = ({ drawn, turns, drawnInterval: [low, high] }: AuditedPlayer): string =>
  `${drawn} of ${turns} turns (${percent(low)} to ${percent(high)})`;
const expected = ({ expectedRate, drawnInterval: [low, high] }: AuditedPlayer): string =>
  `${percent(expectedRate)}${expectedRate < low || expectedRate > high ? " (outside)" : ""}`;
const heard = ({ shown, turns, drawn }: AuditedPlayer): [string, string, string] =>
  shown === null
    ? ["-", "-", "-"]
    : [
        `${shown.whenDrawn} of ${shown.askedFor}`,
        `${shown.otherwise} of ${shown.notAskedFor}`,
        `${drawn - shown.askedFor} drawn, ${turns - drawn - shown.notAskedFor} others`,
      ];
