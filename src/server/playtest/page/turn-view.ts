import type { Episode, PlayerTurn, TurnRecord, TurnView } from "../../../contract/index.ts";
import { measureSession, turnTitle } from "../../../playtest/index.ts";
import { quotePlaces } from "./quote-places.ts";
import { readingView } from "./reading-view.ts";
import type { OpenSession } from "../session-reader.ts";

/** Turns in the harness's view; or in a player's view, as that player heard them. */
export function turnViews(records: readonly TurnRecord[], open: OpenSession, seat?: number): TurnView[] {
  if (seat !== undefined) return records.map((record) => heardBy(record, seat));
  const quotes = quotesIn(open);
  const episodes = episodesIn(open);
  return records.map((record) => whole(record, { ...open, episodes, quotes: quotes.get(record.turn) ?? [] }));
}

/** Those of its own turns, and in a branch those of the turns before. */
function episodesIn({ state, result }: OpenSession): Episode[] {
  const inherited = state.branchedFrom?.turn ?? 0;
  const before = inherited === 0 ? [] : measureSession(state, { turns: { from: 1, to: inherited } }).episodes;
  return [...before, ...result.issues];
}

/** It begins in this turn, or quotes it while it lasts. */
const isAbout = ({ turn, lastTurn, evidence }: Episode, at: number): boolean =>
  at === turn || (at > turn && at <= lastTurn && evidence.some((quote) => quote.turn === at));

/** The quotes of every finding and of the judge, by turn. */
function quotesIn({ state, result, verdict }: OpenSession): Map<number, string[]> {
  const found = new Set([...state.issues, ...state.hints, ...result.issues, ...(result.hints ?? [])]);
  const all = [
    ...[...found].flatMap(({ evidence }) => evidence),
    ...Object.values(verdict?.scores ?? {}).flatMap(({ quotes }) => quotes),
  ];
  return new Map(
    [...Map.groupBy(all, ({ turn }) => turn)].map(([turn, quotes]) => [turn, quotes.map(({ text }) => text)]),
  );
}

function whole(
  record: TurnRecord,
  {
    state: { config, readings, hints },
    episodes,
    quotes,
  }: OpenSession & { episodes: readonly Episode[]; quotes: readonly string[] },
): TurnView {
  const { turn, classification, pulse, players, crossTalk, relay } = record;
  const reading = readings.find((each) => each.turn === turn);
  const read = reading?.status === "read" ? reading.content : undefined;
  const opened = read?.digression.opened;
  const noted = readingView(turn, readings);
  const view = {
    ...factsOf(record),
    narration: segmentsOf(record),
    type: classification.types[0] ?? "",
    title: turnTitle(record, config.storyGuide),
    ...(pulse !== undefined && { pulse }),
    players: players.map((player) => ({
      ...ownOf(player),
      offTopic: player.offTopic,
      mood: player.mood,
      quirk: player.quirk,
    })),
    ...(crossTalk && {
      crossTalk: crossTalk.map(({ seat, says, offTopic, tells }) => ({ seat, says, offTopic, tells })),
    }),
    relay: relay
      ? {
          seat: relay.seat,
          text: relay.text,
          ...(relay.noise && { noise: relay.noise }),
          ...(relay.dropped !== undefined && { dropped: relay.dropped }),
        }
      : null,
    ...(opened && !opened.relayed && { tableTalk: [opened.by] }),
    ...(noted && { reading: noted }),
    issues: episodes.filter((episode) => isAbout(episode, turn)),
    hints: hints.filter((hint) => hint.turn === turn),
  };
  const told = { text: record.narrator.text, segments: classification.segments };
  return { ...view, quotes: quotePlaces(view, quotes, told) };
}

/** No findings, and nothing said to others: the same basis as players' prompts. */
function heardBy(record: TurnRecord, seat: number): TurnView {
  return {
    ...factsOf(record),
    model: "",
    narration: segmentsOf(record)
      .filter(({ to }) => to === null || to.includes(seat))
      .map(({ text, to }) => ({ text, to: to && [seat] })),
    type: "",
    title: "",
    players: record.players.map((player) => (player.seat === seat ? ownOf(player) : aloudOf(player))),
    ...(record.crossTalk && {
      crossTalk: record.crossTalk.map(({ seat, says, tells }) => ({ seat, says, tells })),
    }),
    quotes: [],
    issues: [],
    hints: [],
  };
}

/** A player's public words. */
const aloudOf = ({ seat, says, tells }: PlayerTurn) => ({ seat, says, tells });

/** A player's own knowledge. */
const ownOf = (player: PlayerTurn) => ({
  ...aloudOf(player),
  wants: player.wants,
  ...(player.private && { private: player.private }),
  ...(player.remember !== undefined && { remember: player.remember }),
});

const factsOf = ({ turn, phase, at, ms, narrator, relay }: TurnRecord) => ({
  turn,
  phase,
  at,
  ms,
  model: narrator.model,
  relay: relay ? { seat: relay.seat, text: relay.text } : null,
});

const segmentsOf = ({ narrator, classification }: TurnRecord): TurnView["narration"] =>
  classification.segments.map(({ start, end, audience }) => ({
    text: narrator.text.slice(start, end),
    to: audience === "all" ? null : audience,
  }));
