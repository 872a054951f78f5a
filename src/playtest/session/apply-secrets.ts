import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { publicPart, toldTo } from "../agents/index.ts";
import { afterTurn, openSecretLedger, type SecretLedger } from "../detect/index.ts";

/** Who knows what after a turn. What one of those who were told has shared is no secret. */
export function applySecrets({ turn: before, secrets, config }: { turn: number; secrets: SecretLedger; config: SessionConfig }, { turn, narrator, classification, players, relay }: TurnRecord): SecretLedger {
  const { players: group } = config.group;
  const aloud = [publicPart(narrator.text, classification), ...saidAloud({ players, relay })];
  const moments = players.flatMap(({ seat, private: moment }) => (moment ? [{ seat, shared: moment.share, text: toldTo(narrator.text, classification, seat) }] : []));
  const told = [...Map.groupBy(moments, ({ text }) => text)]
    .filter(([text, each]) => text !== "" && each.every(({ shared }) => !shared))
    .map(([text, each]) => ({ turn, text, seats: each.map(({ seat }) => seat), target: each.map(({ seat }) => group[seat]?.name ?? "?").join(" and ") }));
  return afterTurn(before === 0 ? openSecretLedger(knownToAll(config)) : secrets, { aloud: aloud.filter((text) => text !== ""), told });
}

/** What everybody heard at the table, after the narrator. */
export const saidAloud = ({ players, relay }: Pick<TurnRecord, "players" | "relay">): string[] => [...players.flatMap(({ says, private: moment }) => [says, moment?.telling ?? ""]), relay?.text ?? ""];

/** Before the first word is said, everybody knows the premise and each other. */
export const knownToAll = ({ storyGuide, group }: SessionConfig): string[] => [storyGuide.title, storyGuide.premise, ...group.players.map(({ name }) => name)];
