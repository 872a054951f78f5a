/** A session as everybody at the table heard it: for a file that may reach the players themselves. */
import type { Issue, SessionView, TurnView } from "../../contract/index.ts";

export const publicTurns = (turns: readonly TurnView[]): TurnView[] => {
  const secrets = secretsOf(turns);
  return turns.map((turn) => ({
    ...turn,
    narration: turn.narration.filter(({ to }) => to === null),
    // What a player wishes may rest on what only that player was told.
    players: turn.players.map(({ seat, says, offTopic, mood, quirk }) => ({ seat, says, offTopic, mood, quirk })),
    issues: turn.issues.map((issue) => withoutSecrets(issue, secrets)),
    hints: turn.hints.map((hint) => withoutSecrets(hint, secrets)),
  }));
};

export function publicSession(view: SessionView, turns: readonly TurnView[]): SessionView {
  const secrets = secretsOf(turns);
  const { result } = view;
  const hide = (issues: readonly Issue[]) => issues.map((issue) => withoutSecrets(issue, secrets));
  return {
    ...view,
    result: {
      ...result,
      privateMoments: [],
      issues: hide(result.issues),
      ...(result.hints && { hints: hide(result.hints) }),
      ...(result.audit && { audit: { ...result.audit, notes: [] } }),
    },
    // Issues tell their quotes here once more.
    timeline: view.timeline.filter(({ type }) => type !== "private-moment" && type !== "issue"),
    turns: view.turns.map((mark) => ({ ...mark, privateTo: [] })),
  };
}

/** By turn, everything that was not for all. */
type Secrets = ReadonlyMap<number, string>;

const secretsOf = (turns: readonly TurnView[]): Secrets =>
  new Map(turns.map(({ turn, narration, players }) => [turn, [...narration.flatMap(({ text, to }) => (to === null ? [] : [text])), ...players.flatMap(({ wants = "", private: answer }) => [wants, answer?.answer ?? ""])].map(plain).join("\n")]));

/** Quotes are cut, and their spaces mended. */
const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Long enough that two texts do not have it by chance. */
const TELLING = 24;

/** A quote that has a stretch of a secret in it is not shown: finding that it was told is no reason to tell it. */
function withoutSecrets(issue: Issue, secrets: Secrets): Issue {
  return { ...issue, evidence: issue.evidence.map(({ turn, text }) => ({ turn, text: tells(plain(text), secrets.get(turn) ?? "") ? "(not for all to hear)" : text })) };
}

function tells(quote: string, secret: string): boolean {
  if (quote.length <= TELLING) return quote !== "" && secret.includes(quote);
  for (let at = 0; at + TELLING <= quote.length; at++) if (secret.includes(quote.slice(at, at + TELLING))) return true;
  return false;
}
