/** Facts that several sections of a report state in the same words: players, duration, cost, and numbers. */
import type { Fact, Score, SessionResult, TurnRecord } from "../../contract/index.ts";
import { ofBudget, recordedText, spentText } from "../../kernel/journal/index.ts";
import { counted, dollars, listed } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";

/** What the offline cast played, and what the session is therefore not evidence of. Undefined: nothing. */
export function houseNotice({
  narrator,
  players,
}: Pick<SessionResult["models"], "narrator" | "players">): string | undefined {
  const actors = players.filter(({ model }) => isHouse(model)).map(({ name }) => name);
  const roles = isHouse(narrator) ? ["the narrator", ...actors] : actors;
  if (roles.length === 0) return undefined;
  const what = isHouse(narrator) ? NO_EVIDENCE : OWN_NARRATION;
  return `The house cast played ${listed(roles)} in this session from a script and seeded dice: ${what}`;
}

const NO_EVIDENCE = "not evidence about a prompt or a model.";
const OWN_NARRATION =
  "the narration is the narrator's own, but the players' reactions are not evidence about people or other models.";

/** The same of several sessions, with the same meaning. */
export function houseCaution(
  sessions: ReadonlyArray<Parameters<typeof houseNotice>[0]>,
  unit = "session",
): string | undefined {
  const noticed = sessions.filter(houseNotice).length;
  const narrated = sessions.filter(({ narrator }) => isHouse(narrator)).length;
  const of = (count: number) => `${count} of ${counted(sessions.length, unit)}`;
  if (narrated > 0)
    return `The house cast narrated ${of(narrated)} from a script and seeded dice: ${NO_EVIDENCE}`;
  return noticed > 0 ? `The house cast played the players in ${of(noticed)}: ${OWN_NARRATION}` : undefined;
}

/** It quotes nobody, whatever else a stored verdict says. */
export const isHouseCaution = (text: string): boolean =>
  /^The house cast [a-z ]+ \d+ of \d+ \w+( from a script and seeded dice)?: /.test(text) &&
  [NO_EVIDENCE, OWN_NARRATION].includes(text.slice(text.indexOf(": ") + 2));

/** By id, or as it is asked for. */
export const isHouse = (name: string): boolean => name === "house" || name.startsWith("house/");

/** The house reader knows planted faults only: that it found none tells nothing about real ones. */
export const isHouseRead = ({ read }: Pick<SessionResult, "read">): boolean => isHouse(read?.asked ?? "");
export const wasRead = ({ read }: Pick<SessionResult, "read">): boolean => read?.source !== undefined;

/** Null: no points are known to be lost, and nobody looked for what costs them. */
export const knownLoss = ({ craft, pointsLost }: Pick<Score, "craft" | "pointsLost">): number | null =>
  craft === null && pointsLost === 0 ? null : pointsLost;

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
  id === asked ? id : `${id} (requested: ${asked})`;

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 1) return "under a second";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The amount, and beside it what it is made of. */
export function costFact(result: SessionResult): Fact {
  const { recorded, ...spent } = result.totals.all;
  const judging = result.cost.byRole.judge ?? 0;
  const notes = [
    ...(judging > 0 ? [`including ${dollars(judging)} for judging`] : []),
    ...(recorded ? [recordedText(recorded)] : []),
  ];
  return {
    label: "Cost",
    value: ofBudget(spentText(spent), result),
    note: notes.length === 0 ? undefined : notes.join("; "),
  };
}

/** Only all is 100 % and only nothing is 0 %: 99.6 % is not 100 %. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if ((whole === 100 && share < 1) || (whole === 0 && share > 0))
    return `${Math.min(99.9, Math.max(0.1, Math.round(share * 1_000) / 10))} %`;
  return `${whole} %`;
}
