import type { Episode, TurnRecord, TurnView } from "../../../contract/index.ts";
import { measureSession, turnTitle, withHearers } from "../../../playtest/index.ts";
import { quotePlaces } from "./quote-places.ts";
import type { OpenSession } from "../session-reader.ts";

/** Turns in the harness's view. */
export function turnViews(records: readonly TurnRecord[], open: OpenSession): TurnView[] {
  const quotes = quotesIn(open);
  const episodes = episodesIn(open);
  return records.map((record) => whole(record, { ...open, episodes, quotes: quotes.get(record.turn) ?? [] }));
}

/** Those of its own turns, and in a branch those of the turns before. */
function episodesIn({ state, result }: OpenSession): Episode[] {
  const inherited = state.branchedFrom?.turn ?? 0;
  const before = inherited === 0 ? [] : measureSession(state, { turns: { from: 1, to: inherited } }).episodes;
  return [...withHearers(before, state.records), ...result.issues];
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
  const { turn, phase, at, ms, narrator, classification, pulse, players, crossTalk, relay } = record;
  const { text } = narrator;
  const { segments, types } = classification;
  const reading = readings.find((each) => each.turn === turn);
  const opened = reading?.status === "read" ? reading.content.digression.opened : undefined;
  const view = {
    turn,
    phase,
    at,
    ms,
    model: narrator.model,
    narration: segments.map(({ start, end, audience }) => ({
      text: text.slice(start, end),
      to: audience === "all" ? null : audience,
    })),
    type: types[0] ?? "",
    title: turnTitle(record, config.storyGuide),
    pulse,
    players: players.map(({ seat, says, tells, wants, private: answer, remember, offTopic, mood }) => ({
      seat,
      says,
      tells,
      wants,
      private: answer,
      remember,
      offTopic,
      mood,
    })),
    crossTalk: crossTalk?.map(({ seat, says, offTopic, tells }) => ({ seat, says, offTopic, tells })),
    relay: relay ? { seat: relay.seat, text: relay.text, noise: relay.noise, dropped: relay.dropped } : null,
    tableTalk: opened && !opened.relayed ? [opened.by] : undefined,
    issues: episodes.filter((episode) => isAbout(episode, turn)),
    hints: hints.filter((hint) => hint.turn === turn),
  };
  return { ...view, quotes: quotePlaces(view, quotes, { text, segments }) };
}
