import type { AuditedPlayer, SessionResult } from "../../contract/index.ts";
import { inline, markdownTable } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { percent } from "./session-facts.ts";

/** Whether the players behaved like players, which decides what a session says about its narrator. */
export function auditSection({ config: { group } }: SessionState, { audit }: SessionResult): string[] {
  if (audit === undefined) return [];
  const name = (seat: number) => inline(group.players[seat]?.name ?? "?");
  return [
    "## Players under test",
    "",
    audit.broken
      ? `**⚠️ The players broke this session**: ${audit.why.map(inline).join("; ")}. It says little about the narrator; comparisons leave it out.`
      : audit.notes.length > 0
        ? "The players did not break this session. Notes:"
        : "No problems with the players found.",
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
        "Shown when drawn",
        "Shown otherwise",
        "Not checked",
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
    "Drawn: how often the dice asked for the quirk, in turns of the story, with the exact 95 % confidence interval. Up to 5 % of intervals miss the expected rate by chance; a note appears only at the 1 % level.",
    "",
    "Shown: measured by words typical of the quirk, except in turns off the story. Jokes and improvisation cannot be measured this way. A note appears only if the 95 % confidence interval lies entirely below one half when the quirk was drawn, or entirely above one half otherwise.",
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
