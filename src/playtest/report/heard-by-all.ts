/** A session without what only some players were told, and without what a model says about it. */
import type { SessionResult, TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { kindOf } from "../findings/index.ts";
import type { SessionState } from "../session/index.ts";

type Read = { state: SessionState; result: SessionResult };

/** Players may repeat in public what they were told alone: their words stay. */
export const heardByAll = ({ state, result }: Read): Read => ({
  state: {
    ...state,
    records: state.records.map(publicRecord),
    tangents: state.tangents.map((tangent) => ({ ...tangent, about: tangent.quote })),
    privateMoments: [],
    hints: [],
  },
  result: {
    ...result,
    issues: result.issues.map((issue) => ({
      ...issue,
      description: kindOf(issue.kind).publicly ?? "Something that only some were told became known.",
    })),
  },
});

function publicRecord(record: TurnRecord): TurnRecord {
  const text = publicPart(record.narrator.text, record.classification);
  return {
    ...record,
    narrator: { ...record.narrator, text },
    classification: {
      ...record.classification,
      segments: [{ start: 0, end: text.length, audience: "all" }],
    },
    players: record.players.map((player) => ({ ...player, private: undefined, remember: undefined })),
  };
}
