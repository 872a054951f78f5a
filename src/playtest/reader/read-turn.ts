import type { ReadingContent } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { caseFile, openLedger } from "./case-file.ts";
import { checkAnswer } from "./check-answer.ts";
import {
  playedAnswer,
  readerInstructions,
  readerMessages,
  transcriptAnswer,
  type ReaderAnswer,
} from "./reader-prompt.ts";
import type { ReadOptions } from "./reader-turn.ts";
import { secondLook } from "./second-look.ts";

export type ReadTurn = { answeredBy: { reader: string; secondLook?: string }; content: ReadingContent };

/**
 * Reads the last of `turns`: one call `turn/N/reader`, and a call `turn/N/second-look` after a finding. Throws a
 * HarnessError if the reader is unavailable. A failed second look leaves its findings unconfirmed.
 */
export async function readTurn(options: ReadOptions): Promise<ReadTurn> {
  const { gateway, model, table, turns, readings, signal } = options;
  const now = turns.at(-1)!;
  const isTranscript = now.told === undefined;
  const { object, model: answeredBy } = await gateway.object({
    call: `turn/${now.turn}/reader`,
    role: "observer",
    model,
    turn: now.turn,
    signal,
    schema: isTranscript ? transcriptAnswer : playedAnswer,
    temperature: 0,
    instructions: readerInstructions(isTranscript),
    cacheInstructions: true,
    messages: readerMessages({ table, turns, caseFile: caseFile({ readings, turns, table }) }),
  });
  const answer = object as ReaderAnswer;
  if (answer.turn !== now.turn)
    throw new HarnessError({
      code: "wrong-turn",
      message: `${answeredBy} answered for turn ${answer.turn} instead of turn ${now.turn}.`,
      remedy: "Choose another reader with --observer.",
      exit: 3,
    });
  const ledger = openLedger(readings, now.turn);
  const content = checkAnswer(answer, { turns, table, ledger });
  const looked = await secondLook(options, { content, ledger });
  return {
    answeredBy: {
      reader: answeredBy,
      ...(looked.answeredBy !== undefined && { secondLook: looked.answeredBy }),
    },
    content: looked.content,
  };
}
