/** The narrator's notes for each turn: the task, and the nearby beats. */
import type { PrivateHook, Pulse, SessionConfig, Story, TurnRecord } from "../../contract/index.ts";
import { cutText } from "./cut-text.ts";
import { toldTo } from "./player-view.ts";

/** From this many remaining beats or turns on, the notes contain the endings. */
const NEAR_END = { beats: 2, turns: 2 };

type TurnNotesOptions = {
  config: SessionConfig;
  turn: number;
  records: readonly TurnRecord[];
  /** The ids of the told beats, in the order of telling. */
  told: readonly string[];
};

/** What the narrator needs in this turn only: the position in the story, the beats around it, and the turns left. */
export function turnNotes({ config, turn, records, told }: TurnNotesOptions): string {
  const { storyGuide: guide, maxTurns } = config;
  const direction = narratorDirection(turn, config);
  const turnsLeft = Math.max(0, maxTurns - turn);
  const head =
    `[Notes for the narrator, turn ${turn} of at most ${maxTurns}. The players do not see them. ` +
    "They replace all earlier notes. Tell everything in your own words.]";
  if (turn <= CREATION_TURNS) return lines(head, turn === 1 ? NOT_INTRODUCED : "", direction);

  // Where nobody says which beats were told, the narrator itself has to know.
  const isMeasured = records.every(
    ({ phase, classification }) => phase === "creation" || classification.beats !== undefined,
  );
  if (!isMeasured && guide.pulses.length > 0)
    return lines(head, direction, UNMEASURED, `Turns left after this one: ${turnsLeft}.`);

  const pulses = guide.pulses;
  const last = pulses.find(({ id }) => id === told.at(-1));
  const needed = beatsNeeded(guide);
  const isNeeded = ({ id }: Pulse) => needed.has(id);
  // With more beats than turns, a path from the first beat to the last: the same all session, and shorter if the group
  // falls behind.
  const planned = pathThrough(pulses, maxTurns - CREATION_TURNS, isNeeded);
  const furthest = pulses.findLastIndex(({ id }) => told.includes(id));
  const behind = pulses.slice(0, furthest + 1).filter(({ id }) => !told.includes(id));
  const ahead = pulses.slice(furthest + 1);
  const way = pathThrough(
    [...behind.filter(isNeeded), ...ahead.filter((pulse) => planned.includes(pulse))],
    turnsLeft + 1,
    isNeeded,
  );
  const [next, afterwards] = way;
  const leftOut = ahead.filter((pulse) => !way.includes(pulse));
  const passedOver = behind.filter((pulse) => !way.includes(pulse));
  return [
    lines(head, direction, pulses.length === 0 ? "" : progress(), pace()),
    ...(guide.text === undefined ? around() : [nextTitle()]),
    endings(),
  ]
    .filter((part) => part !== "")
    .join("\n\n");

  /** Every beat is in one list only. */
  function progress(): string {
    return [
      `Beats told: ${numbers(pulses.filter(({ id }) => told.includes(id)))}.`,
      `Still to tell: ${numbers(way)}.`,
      leftOut.length === 0 ? "" : `Left out, because turns are short: ${numbers(leftOut)}.`,
      passedOver.length === 0
        ? ""
        : `Passed over: ${numbers(passedOver)}; only if the players go back to it.`,
    ]
      .filter((part) => part !== "")
      .join(" ");
  }

  function around(): string[] {
    const skipped = leftOut.filter((pulse) => before(pulse, afterwards ?? next));
    return [
      beat(last, "told last; the group answers to it"),
      beat(next, "next to tell, once the group is done with the one before"),
      beat(afterwards, "the one after that, in brief", { brief: true }),
      skipped.length === 0
        ? ""
        : lines(
            "Left out before that; a sentence each at most, where the story needs it:",
            ...skipped.map(
              (pulse) => `- ${numbers([pulse])}. ${pulse.title}: ${cutText(pulse.summary, LONGEST_SUMMARY)}`,
            ),
          ),
    ];
  }

  /** A text guide is complete in the instructions. */
  function nextTitle(): string {
    return next
      ? `Next to tell, once the group is done with the one before: ${numbers([next])}. ${next.title}`
      : "";
  }

  function pace(): string {
    if (turnsLeft === 0) return "This is the last reply: tell the ending, whatever is still untold.";
    return [
      `Turns left after this one: ${turnsLeft}.`,
      way.length > turnsLeft
        ? "Tell the next beat in this reply. If the group is split, let people or events of the story " +
          "settle it, without overruling a player."
        : "",
      turnsLeft === 1
        ? "The reply after this one is the last: ask now for every decision that the ending depends on."
        : "",
    ]
      .filter((part) => part !== "")
      .join(" ");
  }

  function before(pulse: Pulse, other: Pulse | undefined): boolean {
    return other !== undefined && pulses.indexOf(pulse) < pulses.indexOf(other);
  }

  function numbers(beats: readonly Pulse[]): string {
    return beats.length === 0 ? "none" : beats.map((each) => pulses.indexOf(each) + 1).join(", ");
  }

  /** The beat after the next is a preview; its details and choices come when it is next. */
  function beat(pulse: Pulse | undefined, standing: string, { brief = false } = {}): string {
    if (!pulse) return "";
    const { title, kind, location, summary, details, choice, facts } = pulse;
    const named = (all: ReadonlyArray<{ id: string; name: string }> = [], ids: readonly string[] = []) =>
      all
        .filter(({ id }) => ids.includes(id))
        .map(({ name }) => name)
        .join(", ");
    const where = named(guide.locations, location === undefined ? [] : [location]);
    return lines(
      `Beat ${pulses.indexOf(pulse) + 1}, "${title}" (${[kind, where].filter(Boolean).join(", ")}): ${standing}`,
      listed("what happens", summary),
      listed("people", named(guide.npcs, pulse.npcs)),
      listed("things", named(guide.devices, pulse.devices)),
      listed(
        "true once it is told",
        facts.map(({ entity, attribute, value }) => `${entity}, ${attribute}: ${value}`).join("; "),
      ),
      listed("if they ask", brief ? "" : details.join(" ")),
      listed("leaves them with the question", choice?.question),
      ...(choice?.options ?? []).map(({ label, outcome }) =>
        brief ? `  - ${label}` : `  - ${label} → ${outcome}`,
      ),
      ...(brief ? [] : hooks(pulse)),
    );
  }

  /** What one player should learn in private at a beat, and its payoff: by the player's name, or not at all. */
  function hooks({ id }: Pulse): string[] {
    return meant().flatMap(({ hook, seat, name }) => {
      const filled = (text: string) => text.replaceAll("{name}", name);
      const tellings = toldSince(hook, seat);
      if (hook.at === id && tellings.length === 0)
        return [`- for ${name} alone, privately: ${filled(hook.reveal)}`];
      if (hook.payoffAt === id && id === next?.id && tellings.length > 0)
        return [
          `- what you told ${name} alone: ${tellings.join(" · ")} This is a chance to let it matter ` +
            `in front of everybody; leave it to ${name} to say it.`,
        ];
      return [];
    });
  }

  /** Hooks for an archetype that is not in the group are left out; players of one archetype take turns. */
  function meant(): Array<{ hook: PrivateHook; seat: number; name: string }> {
    return Object.entries(guide.privateHooks).flatMap(([archetype, hooks]) => {
      const players = config.group.players.filter((player) => player.archetype === archetype);
      return players.length === 0
        ? []
        : hooks.map((hook, index) => ({ hook, ...players[index % players.length]! }));
    });
  }

  /** What this player was really told alone since the hook's beat, in the narrator's words. */
  function toldSince({ at }: PrivateHook, seat: number): string[] {
    const since = records.findIndex(
      ({ guidePulse, alsoPulses = [] }) => guidePulse === at || alsoPulses.includes(at),
    );
    return since < 0
      ? []
      : records.slice(since).flatMap(({ turn, narrator, classification }) => {
          const words = toldTo(narrator.text, classification, seat);
          return words === "" ? [] : [`(turn ${turn}) "${cutText(words, LONGEST_TELLING)}"`];
        });
  }

  function endings(): string {
    const near = (pulses.length > 0 && way.length <= NEAR_END.beats) || turnsLeft <= NEAR_END.turns;
    if (!near) return "";
    return lines(
      turnsLeft === 0
        ? ""
        : pulses.length > 0 && way.length === 0
          ? "Nothing is left to tell: bring the story to its end."
          : "The end is near.",
      ...(guide.text === undefined ? guide.endings : []).map(({ title, when, text = "" }) =>
        [`- ending "${title}"`, noted("when", when), noted("gist", firstSentence(text))]
          .filter((part) => part !== "")
          .join(" | "),
      ),
    );
  }
}

/** Beats that an ending needs, or that a commitment names: they are told even if turns are short. */
const beatsNeeded = ({ endings, commitments }: Story): ReadonlySet<string> =>
  new Set([...endings.flatMap(({ needs }) => needs), ...commitments.flatMap(({ before = [] }) => before)]);

/** At most this many beats, in order: the first, the needed ones and the last, and of the others an even choice. */
function pathThrough(beats: readonly Pulse[], count: number, isNeeded: (beat: Pulse) => boolean): Pulse[] {
  const kept = beats.filter((beat) => isNeeded(beat) || beat === beats[0] || beat === beats.at(-1));
  if (kept.length >= count) return evenly(kept, count);
  const others = beats.filter((beat) => !kept.includes(beat));
  const chosen = evenly(others, count - kept.length);
  return beats.filter((beat) => kept.includes(beat) || chosen.includes(beat));
}

/** This many items of a list, evenly spread, including the first and the last; for one, the last. */
const evenly = <Item>(all: readonly Item[], count: number): Item[] =>
  all.length <= count
    ? [...all]
    : count <= 1
      ? all.slice(all.length - count)
      : Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))]!);

/** Characters of a private telling that are quoted, and of the summary of a beat that is left out. */
const LONGEST_TELLING = 240;
const LONGEST_SUMMARY = 240;

const UNMEASURED =
  "Go on with the first beat of the guide that you have not told, " +
  "once the group is done with the one before. When all are told, tell an ending.";

const NOT_INTRODUCED =
  "The list of players in the guide is for your preparation only: they have not introduced themselves yet.";

const lines = (...all: readonly string[]): string => all.filter((line) => line !== "").join("\n");

const listed = (what: string, text?: string): string =>
  noted(what, text) === "" ? "" : `- ${noted(what, text)}`;
const noted = (what: string, text = ""): string => (text === "" ? "" : `${what}: ${text}`);

const firstSentence = (text: string): string => /^.*?[.!?]["”’)]*(?=\s|$)/s.exec(text)?.[0] ?? text;

/** The turns of character creation; the story begins after them. */
export const CREATION_TURNS = 2;

/** The narrator's task besides the story: create the characters, then begin. Empty in all later turns. */
export function narratorDirection(turn: number, { storyGuide, group }: SessionConfig): string {
  if (turn === 1)
    return "The story has not begun. Greet the group, and ask how many players there are and what they are called.";
  if (turn === 2)
    return `The story has not begun. Ask each player about their character. ${storyGuide.questions.join(" ")}`;
  if (turn === CREATION_TURNS + 1)
    return (
      `Now begin the story${storyGuide.pulses.length === 0 ? "" : ", with its first beat,"} for ` +
      `${group.players.map(({ name }) => name).join(", ")}.`
    );
  return "";
}
