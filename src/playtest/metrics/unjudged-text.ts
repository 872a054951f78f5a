import type { SessionResult } from "../../contract/index.ts";
import { failedText } from "../../kernel/report/index.ts";

/** Why the requested judge's scores are missing, without a full stop. */
export const unjudgedText = ({ judge, why, attempts }: NonNullable<SessionResult["unjudged"]>): string =>
  why === undefined
    ? `judge ${judge} has not been asked yet`
    : `judge ${failedText(judge, { why, attempts })}; scores are missing`;
