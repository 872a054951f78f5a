import type { SessionResult, SessionView, TimelineEntry } from "../../contract/index.ts";
import { createFold } from "../../kernel/journal/index.ts";
import { sharingText } from "../../playtest/index.ts";

/**
 * A session as one player knows it. Made of what is named here and nothing else, so that what a session comes to have
 * one day is not shown by chance: no finding, no score, no price, no dice, no title of the guide, and of the others
 * only that they are there.
 */
export function seenBy(
  seat: number,
  { card, result, players, spokesperson, timeline, turns }: SessionView,
): SessionView {
  const { id, story, at, live, stoppable, notStoppable } = card;
  const concluded = turns.at(-1)?.kind === "conclusion";
  const own = result.privateMoments.filter((moment) => moment.seat === seat);
  return {
    as: seat,
    card: {
      id,
      story,
      prompt: "",
      narrator: "",
      players: players.length,
      outcome: card.outcome,
      why: "",
      turns: card.turns,
      pulses: { detected: 0, expected: 0 },
      issues: 0,
      errors: 0,
      overall: null,
      interval: null,
      cost: null,
      at,
      house: card.house,
      brokenByPlayers: false,
      live,
      stoppable,
      ...(notStoppable !== undefined && { notStoppable }),
    },
    result: {
      ...nothingFound,
      sessionId: result.sessionId,
      dir: "",
      story,
      outcome: card.outcome,
      turns: result.turns,
      privateMoments: own.map(({ turn, target, content, response, shared, telling, sharedTurn }) => ({
        turn,
        target,
        seat,
        content,
        response,
        shared,
        ...(telling !== undefined && { telling }),
        ...(sharedTurn !== undefined && { sharedTurn }),
        payoffDetected: false,
      })),
      house: result.house,
      models: {
        ...nothingFound.models,
        players: players.map(({ name }) => ({ name, archetype: "", model: "" })),
      },
    },
    damage: [],
    players: players.map((player) =>
      player.seat === seat
        ? player
        : {
            seat: player.seat,
            name: player.name,
            archetype: "",
            model: "",
            generatedBackstory: "",
            characterForStory: "",
          },
    ),
    spokesperson,
    timeline: [
      ...timeline.filter(({ type }) => type === "character-creation"),
      ...own.map(momentEntry),
      ...(concluded
        ? timeline
            .filter(({ type }) => type === "conclusion")
            .map((entry) => ({ ...entry, title: "Conclusion" }))
        : []),
    ].sort((a, b) => a.turn - b.turn),
    turns: turns.map(({ turn, kind, ms, privateTo }) => ({
      turn,
      kind: kind === "creation" || kind === "conclusion" ? kind : "other",
      cost: null,
      ms,
      issues: 0,
      privateTo: privateTo.includes(seat) ? [seat] : [],
    })),
    branches: [],
  };
}

const momentEntry = ({
  turn,
  target,
  content,
  response,
  shared,
  sharedTurn,
}: SessionResult["privateMoments"][number]): TimelineEntry => ({
  turn,
  endTurn: turn,
  type: "private-moment",
  title: `Private moment → ${target}`,
  content,
  notes: `${target} answered: “${response}” and ${sharingText({ shared, sharedTurn })}.`,
});

const nothingFound: SessionResult = {
  version: 1,
  sessionId: "",
  dir: "",
  story: "",
  prompt: "",
  outcome: "unfinished",
  why: "",
  turns: 0,
  pulses: { detected: 0, expected: 0 },
  tangents: [],
  privateMoments: [],
  issues: [],
  metrics: null,
  overall: null,
  cost: { total: 0, byRole: {} },
  tokens: { total: 0, byRole: {} },
  totals: createFold().totals(),
  models: { narrator: "", players: [], classifier: "" },
  house: false,
  seed: "",
  durationMs: 0,
  notes: [],
};
