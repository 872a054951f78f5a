import type { Audit, AuditKind, AuditNote } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { fictionBreaks, knowingUntold, speakingForOthers } from "./broken-rules.ts";
import { quirkNotes, quirkRates } from "./quirk-rates.ts";

/** What players may not do even once, twice, or in so many of their turns. A quirk that is off colours a session; it does not break it. */
const UNTOLD = 1;
const OUT_OF_FICTION = 2;
const FOR_OTHERS = { least: 3, share: 0.1 };

/** The players under test: what they did that players do not do, with their words, and whether that broke the session. */
export function auditPlayers(state: SessionState): Audit {
  const players = quirkRates(state);
  const notes: AuditNote[] = [
    ...fictionBreaks(state),
    ...knowingUntold(state),
    ...speakingForOthers(state),
    ...quirkNotes(players),
  ].sort((a, b) => (a.turn ?? Infinity) - (b.turn ?? Infinity));
  const count = (kind: AuditKind) => notes.filter((note) => note.kind === kind).length;
  const turns = players.reduce((sum, player) => sum + player.turns, 0);
  const forOthers = count("speaks-for-others");
  const why = [
    count("knows-untold") >= UNTOLD
      ? `players knew what they were not told (${counted(count("knows-untold"), "time")})`
      : "",
    count("breaks-fiction") >= OUT_OF_FICTION
      ? `players broke the fiction (${counted(count("breaks-fiction"), "time")})`
      : "",
    forOthers >= FOR_OTHERS.least && forOthers >= turns * FOR_OTHERS.share
      ? `players decided for others in ${forOthers} of their ${turns} turns`
      : "",
  ].filter((reason) => reason !== "");
  return { broken: why.length > 0, why, notes, players };
}
