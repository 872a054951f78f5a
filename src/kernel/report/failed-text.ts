import { counted } from "./markdown.ts";

/** A model that was asked and failed. */
export type Failed = { why: string; /** Absent: not known. */ attempts?: number };

/** Without a full stop: "opus-4.5 failed after 4 attempts: HTTP 529 overloaded". */
export const failedText = (model: string, { why, attempts }: Failed): string =>
  `${model} failed${attempts === undefined ? "" : ` after ${counted(attempts, "attempt")}`}: ${why.replace(/\.$/, "")}`;
