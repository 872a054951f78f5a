/** A session's result and the progress of its judge, as text. */
import type { SessionResult } from "../../../contract/index.ts";
import { sessionShown } from "../../../operations/play/session-run.ts";
import type { Io } from "../../frame/index.ts";
import { shownText } from "../../operation/operation-command.ts";

export const resultText = (result: SessionResult, io: Pick<Io, "style">): string =>
  sessionShown(result)
    .map((each) => shownText(each, io))
    .join("\n\n");

export const judgingText = ({ done, of, cost }: { done: number; of: number; cost: number }): string =>
  `judging, window ${Math.min(done + 1, of)} of ${of}, ${done} done, $${cost.toFixed(4)}`;
