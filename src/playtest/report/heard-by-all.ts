/** A session without what only some players were told, and without what a model says about it. */
import {
  asSeenBy,
  sessionResult,
  type Episode,
  type SessionResult,
  type TurnRecord,
} from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { kindOf } from "../findings/index.ts";
import type { SessionState } from "../session/index.ts";

type Read = { state: SessionState; result: SessionResult };

/** Players may repeat in public what they were told alone: their words stay. */
export const heardByAll = ({ state, result }: Read): Read => ({
  state: { ...state, records: state.records.map(publicRecord), tangents: [], privateMoments: [], hints: [] },
  result: publicResult(result),
});

/** By the marks of its fields; findings in the fixed words of their kind. */
export function publicResult(result: SessionResult): SessionResult {
  const seen = asSeenBy(sessionResult, result, "public");
  return { ...seen, issues: seen.issues.map(publicIssue) };
}

export const publicIssue = (issue: Episode): Episode => ({
  ...issue,
  description: kindOf(issue.kind).publicly,
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
    players: record.players.map((player) => ({
      ...player,
      wants: "",
      tells: [],
      private: undefined,
      remember: undefined,
    })),
    crossTalk: record.crossTalk?.map((line) => ({ ...line, tells: [] })),
  };
}
