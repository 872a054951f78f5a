/** Facts that several sections of a report state in the same words: players, duration, cost, and numbers. */
import type { SessionResult, Spent, TurnRecord } from "../../contract/index.ts";
import { spentText, sumOf } from "../../kernel/journal/index.ts";
import { inline } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";

/** The roles that the offline cast played, and what the session is therefore not evidence of. Undefined: none. */
export function houseNotice({
  narrator,
  players,
}: Pick<SessionResult["models"], "narrator" | "players">): string | undefined {
  const actors = players.filter(({ model }) => isHouse(model)).map(({ name }) => name);
  if (isHouse(narrator) && actors.length === players.length)
    return "The house cast played this session from a script and seeded dice. It is not evidence about a prompt or a model.";
  if (isHouse(narrator))
    return `The house cast played the narrator${actors.length === 0 ? "" : ` and ${listed(actors)}`} in this session from a script and seeded dice. It is not evidence about a prompt or a narrator's model.`;
  if (actors.length === 0) return undefined;
  const parts = actors.length === players.length ? "all players and the spokesperson" : listed(actors);
  return `The house cast played ${parts} in this session from a script and seeded dice. The narrator was ${narrator}: the narration is its own, but the players' reactions are not evidence about people or other models.`;
}

export const isHouse = (id: string): boolean => id.startsWith("house/");
const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

export type Answered = {
  narrator: string;
  players: Array<{ name: string; archetype: string; model: string }>;
  spokesperson: string;
  classifier: string;
};

/** The ids that answered in some turns; the configured names if not recorded. */
export function answeredIn(
  records: readonly TurnRecord[],
  { group, narratorModel, classifierModel }: SessionState["config"],
): Answered {
  const ids = (found: ReadonlyArray<string | undefined>, asked: string) =>
    [...new Set(found.filter((id) => id !== undefined))].join(", ") || asked;
  return {
    narrator: ids(
      records.map(({ narrator }) => narrator.model),
      narratorModel,
    ),
    players: group.players.map(({ name, archetype, model, seat }) => ({
      name,
      archetype,
      model: ids(
        records.flatMap(({ players }) =>
          players.filter((player) => player.seat === seat).map((player) => player.model),
        ),
        model,
      ),
    })),
    spokesperson: ids(
      records.map(({ relay }) => relay?.model),
      group.players[group.spokesperson]!.model,
    ),
    classifier: ids(
      records.map(({ classification }) => classification.model),
      classifierModel,
    ),
  };
}

export const answeredBy = (id: string, asked: string): string =>
  id === asked ? inline(id) : `${inline(id)} (asked for: ${inline(asked)})`;

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 1) return "under a second";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function money(result: SessionResult): string {
  const digits = (amount: number) => (amount > 0 && amount < 0.01 ? 6 : 2);
  const spent = spentOnResult(result);
  const judging = result.cost.byRole.judge ?? 0;
  return `${spentText(spent, digits(spent.cost))}${result.judged ? `, $${judging.toFixed(digits(judging))} of it for judging` : ""}`;
}

/** Playing and judging together. */
export const spentOnResult = ({
  totals: { all },
  cost: { byRole },
  judged,
}: Pick<SessionResult, "totals" | "cost" | "judged">): Spent =>
  sumOf([
    all,
    ...(judged
      ? [
          {
            cost: byRole.judge ?? 0,
            unpriced: judged.unpriced,
            possiblyBilled: judged.possiblyBilled ?? { attempts: 0, atMost: 0, unpriced: 0 },
            recorded: judged.recorded,
          },
        ]
      : []),
  ]);

/** Only all is 100 % and only nothing is 0 %: 99.6 % is not 100 %. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if ((whole === 100 && share < 1) || (whole === 0 && share > 0))
    return `${Math.min(99.9, Math.max(0.1, Math.round(share * 1_000) / 10))} %`;
  return `${whole} %`;
}
