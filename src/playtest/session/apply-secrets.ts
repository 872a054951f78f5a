import type { PrivateMoment, SessionConfig, TurnRecord } from "../../contract/index.ts";
import { publicPart, tableTalk, toldTo } from "../agents/index.ts";
import { afterTurn, openSecretLedger, type SecretLedger } from "../detect/index.ts";

type Before = {
  turn: number;
  secrets: SecretLedger;
  config: SessionConfig;
  privateMoments: readonly PrivateMoment[];
};

/** Who knows what after a turn. What one of those who were told has shared is no secret. */
export function applySecrets(
  { turn: before, secrets, config, privateMoments }: Before,
  { turn, narrator, classification, players, crossTalk, relay }: TurnRecord,
): SecretLedger {
  const { players: group } = config.group;
  const moments = players
    .flatMap(({ seat, private: moment }) =>
      moment ? [{ seat, shared: moment.share, text: toldTo(narrator.text, classification, seat) }] : [],
    )
    .map((each, index) => ({ ...each, moment: privateMoments.length + index }));
  const owners =
    moments.length === 0
      ? []
      : players.map(({ seat }) => seat).filter((seat) => toldTo(narrator.text, classification, seat) !== "");
  const told = [...Map.groupBy(moments, ({ text }) => text)]
    .filter(([text, each]) => text !== "" && each.every(({ shared }) => !shared))
    .map(([text, each]) => ({
      turn,
      text,
      seats: each.map(({ seat }) => seat),
      target: each.map(({ seat }) => group[seat]?.name ?? "?").join(" and "),
      moments: each.map(({ moment }) => moment),
      owners,
    }));
  return afterTurn(before === 0 ? openSecretLedger(knownToAll(config)) : secrets, {
    turn,
    narration: publicPart(narrator.text, classification),
    told,
    players,
    aloud: [...tableTalk({ players, crossTalk }).map(({ says }) => says), relay?.text ?? ""].filter(
      (text) => text !== "",
    ),
    shared: players.flatMap(({ seat, shares }) =>
      shares
        ? privateMoments.flatMap((moment, index) =>
            moment.seat === seat && moment.turn === shares.turn ? [index] : [],
          )
        : [],
    ),
  });
}

/** Before the first word is said, everybody knows the premise and each other. */
const knownToAll = ({ storyGuide, group }: SessionConfig): string[] => [
  storyGuide.title,
  storyGuide.premise ?? "",
  ...group.players.map(({ name }) => name),
];
