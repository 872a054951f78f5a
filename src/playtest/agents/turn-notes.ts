/** The narrator's notes for each turn: the task, and the nearby beats. */
import type { PrivateHook, Pulse, SessionConfig, TurnRecord } from "../../contract/index.ts";

/** From this many remaining beats or turns on, the notes contain the endings. */
const NEAR_END = { beats: 2, turns: 5 };

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
  const head = `[Notes for the narrator, turn ${turn} of at most ${maxTurns}. The players do not see them. They replace all earlier notes. Tell everything in your own words.]`;
  if (turn <= CREATION_TURNS) return lines(head, turn === 1 ? NOT_INTRODUCED : "", direction);

  const pulses = guide.pulses;
  const last = pulses.find(({ id }) => id === told.at(-1));
  // With more beats than turns, a path from the first beat to the last: the same all session, and shorter if the group
  // falls behind.
  const planned = evenly(pulses, maxTurns - CREATION_TURNS);
  const furthest = pulses.findLastIndex(({ id }) => told.includes(id));
  const behind = pulses.slice(0, furthest + 1).filter(({ id }) => !told.includes(id));
  // Earlier beats are skipped if turns are short; otherwise they may come when none are left ahead.
  const isShort = planned.length < pulses.length;
  const ahead = pulses.slice(furthest + 1);
  const untold = isShort ? ahead : [...ahead, ...behind];
  const way = evenly(
    untold.filter((pulse) => planned.includes(pulse)),
    turnsLeft + 1,
  );
  const [next, afterwards] = way;
  const leftOut = untold.filter((pulse) => !way.includes(pulse) && before(pulse, afterwards ?? next));
  return [
    lines(
      head,
      direction,
      pulses.length === 0
        ? ""
        : `Beats told: ${numbers(pulses.filter(({ id }) => told.includes(id)))}. ${behind.length === 0 ? "" : `Passed over: ${numbers(behind)}. `}Still to tell: ${numbers(isShort ? ahead : untold)}.`,
      pace(),
    ),
    ...(guide.text === undefined ? around() : [nextTitle()]),
    endings(),
  ]
    .filter((part) => part !== "")
    .join("\n\n");

  function around(): string[] {
    return [
      beat(last, "told last; the group answers to it"),
      beat(next, "next to tell, once the group is done with the one before"),
      beat(afterwards, "the one after that, in brief", { brief: true }),
      leftOut.length === 0
        ? ""
        : lines(
            "No time for these; a sentence each at most, where the story needs them:",
            ...leftOut.map(
              (pulse) => `- ${numbers([pulse])}. ${pulse.title}: ${firstSentence(pulse.summary)}`,
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
    const left = `Turns left after this one: ${turnsLeft}.`;
    return way.length < untold.length
      ? `${left} There are more beats than turns. To reach the end, tell: ${numbers(way)}.`
      : left;
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
        "true from here on",
        facts.map(({ entity, attribute, value }) => `${entity}, ${attribute}: ${value}`).join("; "),
      ),
      listed("if they ask", brief ? "" : details.join(" ")),
      listed("leaves them with the question", choice?.question),
      ...(choice?.options ?? []).map(({ label, outcome }) => `  - ${label}${brief ? "" : ` → ${outcome}`}`),
      ...(brief ? [] : hooks(pulse)),
    );
  }

  /** What one player should learn in private at a beat, and its payoff: by the player's name, or not at all. */
  function hooks({ id }: Pulse): string[] {
    return meant().flatMap(({ hook, seat, name }) => {
      const filled = (text: string) => text.replaceAll("{name}", name);
      if (hook.at === id && !wasTold(hook, seat))
        return [`- for ${name} alone, privately: ${filled(hook.reveal)}`];
      if (hook.payoffAt === id && id === next?.id && wasTold(hook, seat))
        return [
          `- a chance here, in front of everybody, to pay off what ${name} alone was told: ${filled(hook.payoff)}`,
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

  /** Told in private since its beat: only reading the words could say more. */
  function wasTold({ at }: PrivateHook, seat: number): boolean {
    const since = records.find(
      ({ guidePulse, alsoPulses = [] }) => guidePulse === at || alsoPulses.includes(at),
    )?.turn;
    return (
      since !== undefined &&
      records.some(
        ({ turn, players }) =>
          turn >= since && players.some((player) => player.seat === seat && player.private !== undefined),
      )
    );
  }

  function endings(): string {
    const near = (pulses.length > 0 && untold.length <= NEAR_END.beats) || turnsLeft <= NEAR_END.turns;
    if (!near) return "";
    return lines(
      turnsLeft === 0
        ? ""
        : pulses.length > 0 && untold.length === 0
          ? "Every beat is told: bring the story to its end."
          : "The end is near.",
      ...(guide.text === undefined ? guide.endings : []).map(({ title, when, text = "" }) =>
        [`- ending "${title}"`, noted("when", when), noted("gist", firstSentence(text))]
          .filter((part) => part !== "")
          .join(" | "),
      ),
    );
  }
}

/** This many items of a list, evenly spread, including the first and the last; for one, the last. */
const evenly = <Item>(all: readonly Item[], count: number): Item[] =>
  all.length <= count
    ? [...all]
    : count === 1
      ? [all.at(-1)!]
      : Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))]!);

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
    return `Now begin the story${storyGuide.pulses.length === 0 ? "" : ", with its first beat,"} for ${group.players.map(({ name }) => name).join(", ")}.`;
  return "";
}
