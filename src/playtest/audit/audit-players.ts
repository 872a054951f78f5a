import type { Audit, AuditedPlayer, AuditKind, AuditNote } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { besideClopperPearson, clopperPearson } from "../../kernel/stats/index.ts";
import { archetypeOf, type KnownNames } from "../archetypes/index.ts";
import type { SessionState } from "../session/index.ts";
import { fictionBreaks, knowingUntold, speakingForOthers } from "./broken-rules.ts";

/**
 * How often players may break each rule: once, twice, or in a share of their turns. A wrong quirk colours a session; it
 * does not break it.
 */
const UNTOLD = 1;
const OUT_OF_FICTION = 2;
const FOR_OTHERS = { least: 3, share: 0.1 };

/** The players under test: what they did wrong, with quotes, and whether that broke the session. */
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

/**
 * The quirk should be occasional: below this share of the turns that called for it, it is missing; above this share of
 * the others, it dominates.
 */
const HALF = 0.5;
/** The false positive rate of a note about dice, over all players of a session. */
const CHANCE = 0.01;

function quirkRates({ records, config }: SessionState): AuditedPlayer[] {
  const { players } = config.group;
  const people = config.storyGuide.npcs.flatMap(({ name }) => name.match(/\p{Lu}[\p{L}'’-]{2,}/gu) ?? []);
  return players.map(({ seat, archetype }) => {
    const turns = records
      .filter(({ phase }) => phase === "story")
      .flatMap((record) => record.players.filter((player) => player.seat === seat));
    const heard: KnownNames = {
      others: players.filter((other) => other.seat !== seat).map(({ name }) => name),
      people,
    };
    const shown = { whenDrawn: 0, otherwise: 0, askedFor: 0, notAskedFor: 0 };
    const { quirkFrequency, quirkIsHeard } = archetypeOf(archetype);
    for (const turn of turns) {
      // Off the story, the quirk is what led there, in any wording.
      if (turn.offTopic !== "none" || turn.asked !== undefined) continue;
      const { says, wants } = turn;
      const shows = quirkIsHeard?.({ says, wants, both: `${says}\n${wants}`.replaceAll("’", "'") }, heard);
      shown[turn.quirk ? "askedFor" : "notAskedFor"] += 1;
      if (shows) shown[turn.quirk ? "whenDrawn" : "otherwise"] += 1;
    }
    const drawn = turns.filter(({ quirk }) => quirk).length;
    const [low, high] = turns.length === 0 ? [0, 1] : clopperPearson(drawn, turns.length);
    return {
      seat,
      archetype,
      turns: turns.length,
      drawn,
      expectedRate: quirkFrequency,
      drawnInterval: [low, high],
      shown: quirkIsHeard || shown.askedFor + shown.notAskedFor === 0 ? shown : null,
    };
  });
}

/** Dice far from their rates, and players who do not follow the dice. */
function quirkNotes(players: readonly AuditedPlayer[]): AuditNote[] {
  return players.flatMap(({ seat, archetype, turns, drawn, expectedRate, shown }): AuditNote[] => {
    const about = { seat, quote: "" };
    const notes: AuditNote[] = [];
    if (
      turns > 0 &&
      besideClopperPearson(expectedRate, {
        hits: drawn,
        trials: turns,
        tail: CHANCE / 2 / players.length,
      }) !== "within"
    )
      notes.push({
        ...about,
        kind: "quirk-rate",
        note: `The quirk was drawn in ${drawn} of ${counted(turns, "turn")}; the archetype ${archetype} should show it in ${percent(expectedRate)} of them.`,
      });
    if (shown === null) return notes;
    if (
      shown.askedFor > 0 &&
      besideClopperPearson(HALF, { hits: shown.whenDrawn, trials: shown.askedFor }) === "above"
    )
      notes.push({
        ...about,
        kind: "out-of-archetype",
        note: `The quirk of ${archetype} was requested in ${counted(shown.askedFor, "turn")} and appears in ${shown.whenDrawn}.`,
      });
    if (
      shown.notAskedFor > 0 &&
      besideClopperPearson(HALF, { hits: shown.otherwise, trials: shown.notAskedFor }) === "below"
    )
      notes.push({
        ...about,
        kind: "out-of-archetype",
        note: `The quirk of ${archetype} appears in ${shown.otherwise} of ${counted(shown.notAskedFor, "turn")} in which it was not requested.`,
      });
    return notes;
  });
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
