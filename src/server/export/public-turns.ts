/** What everybody at the table heard, turn by turn: new objects with named fields only. */
import type { Episode, SessionView, TurnView } from "../../contract/index.ts";
import { bare, type Secrets, secretsOf, spoken, WITHHELD } from "../../kernel/text/index.ts";
import { kindOf } from "../../playtest/index.ts";
import { quotePlaces } from "../playtest/index.ts";

export function publicTurns(turns: readonly TurnView[], players: SessionView["players"]): TurnView[] {
  const shared = new Set(
    turns.flatMap(({ players, crossTalk = [] }) =>
      [...players, ...crossTalk].flatMap(({ seat, tells = [] }) => tells.map((turn) => momentOf(turn, seat))),
    ),
  );
  const secrets = secretsOf({
    told: turns.flatMap((turn) => keptToOne(turn, shared)),
    known: players.map(({ generatedBackstory }) => generatedBackstory),
  });
  const heard = turns.map((turn) => heardByAll(turn, secrets));
  const quotable = new Map(heard.map((turn) => [turn.turn, bare(spokenIn(turn).join("\n"))]));
  const issues = turns.map((turn) => turn.issues.flatMap((issue) => publicIssue(issue, quotable)));
  const shown = Map.groupBy(
    issues.flat().flatMap(({ evidence }) => evidence.filter(({ text }) => text !== WITHHELD)),
    ({ turn }) => turn,
  );
  return heard.map((turn, at) => ({
    ...turn,
    quotes: quotePlaces(
      turn,
      (shown.get(turn.turn) ?? []).map(({ text }) => text),
    ),
    issues: issues[at]!,
  }));
}

/** The private telling of a seat in a turn. */
const momentOf = (turn: number, seat: number) => `${turn}/${seat}`;

/** A player's private telling and answer, unless they told the others, in that turn or a later one. */
const keptToOne = ({ turn, narration, players }: TurnView, shared: ReadonlySet<string>): string[] => {
  const isShared = (seat: number) => shared.has(momentOf(turn, seat));
  return [
    ...narration.flatMap(({ text, to }) => (to === null || to.some(isShared) ? [] : [text])),
    ...players.flatMap(({ seat, private: answer }) => (answer && !isShared(seat) ? [answer.answer] : [])),
  ];
};

/** Wishes, moods and the relay are private. Types and titles cover everything told, to any audience. */
const heardByAll = (
  { turn, phase, at, ms, model, narration, pulse, players, crossTalk }: TurnView,
  secrets: Secrets,
): TurnView => ({
  turn,
  phase,
  at,
  ms,
  model,
  narration: narration.flatMap(({ text, to }) => (to === null ? [{ text: spoken(text, secrets), to }] : [])),
  type: "",
  title: "",
  ...(pulse !== undefined && { pulse }),
  players: players.map(({ seat, says, tells }) => ({ seat, says: spoken(says, secrets), tells })),
  ...(crossTalk && {
    crossTalk: crossTalk.map(({ seat, says, tells }) => ({ seat, says: spoken(says, secrets), tells })),
  }),
  relay: null,
  quotes: [],
  issues: [],
  hints: [],
});

const spokenIn = ({ narration, players, crossTalk = [] }: TurnView): string[] => [
  ...narration.map(({ text }) => text),
  ...players.map(({ says }) => says),
  ...crossTalk.map(({ says }) => says),
];

/** Descriptions may mention anything that was said. A quote is shown if everybody heard it. */
function publicIssue(
  { id, turn, lastTurn, kind, severity, evidence, confidence, source, pointsLost }: Episode,
  quotable: ReadonlyMap<number, string>,
): Episode[] {
  const description = kindOf(kind).publicly;
  if (description === null) return [];
  const isHeard = ({ turn, text }: Episode["evidence"][number]) =>
    bare(text) !== "" && (quotable.get(turn) ?? "").includes(bare(text));
  return [
    {
      id,
      turn,
      lastTurn,
      kind,
      description,
      severity,
      evidence: evidence.map((quote) => ({ turn: quote.turn, text: isHeard(quote) ? quote.text : WITHHELD })),
      confidence,
      source: source.split(",")[0]!,
      pointsLost,
    },
  ];
}
