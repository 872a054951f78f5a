import type { TurnRecord } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";

export type Answered = {
  narrator: string;
  players: Array<{ name: string; archetype: string; model: string }>;
  spokesperson: string;
  classifier: string;
};

/** The ids that really answered in some turns; where that is not on record, the names that were asked for. */
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
      records.map(({ classification }) => classification.source),
      classifierModel,
    ),
  };
}
