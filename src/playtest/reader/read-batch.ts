import type { Finding, ReadingContent } from "../../contract/index.ts";
import { type ErrorCode, HarnessError, optionText } from "../../kernel/errors/index.ts";
import {
  estimateTokens,
  isRefusal,
  lastFailure,
  type Gateway,
  type PromptMessage,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { checkAnswer } from "./check-answer.ts";
import {
  askToCheck,
  askToRead,
  readerAnswer,
  readerInstructions,
  transcriptMessages,
  type ReaderAnswer,
} from "./reader-prompt.ts";
import type { ReaderTable, ReaderTurn } from "./reader-turn.ts";

export type ReadOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  secondLook: ResolvedModel;
  table: ReaderTable;
  /** From the first turn to the last one to read. */
  turns: readonly ReaderTurn[];
  /** The first turn to read. */
  first: number;
  signal?: AbortSignal;
};

type ReadBatch = {
  answeredBy: { reader: string; secondLook?: string };
  /** Of every turn from the first to the last one to read. */
  contents: Map<number, ReadingContent>;
};

/** For the answer and the schema. */
const ROOM = 6_000;

/**
 * Reads the last of `turns`: a call `turn/N/reader/M-N`, and after findings a call `turn/N/second-look/M-N`. Throws a
 * HarnessError if the reader is unavailable. A failed second look leaves the findings unconfirmed.
 */
export async function readBatch(options: ReadOptions): Promise<ReadBatch> {
  const { model, table, turns, first } = options;
  const last = turns.at(-1)!.turn;
  const messages = transcriptMessages(turns, { table, first });
  requireRoom(messages, options);
  const { object, model: reader } = await ask(options, {
    what: "reader",
    model,
    messages: [...messages, askToRead(first, last)],
    faults: ({ turns: read }) =>
      turns
        .slice(first - 1)
        .filter(({ turn }) => !read.some((answer) => answer.turn === turn))
        .map(({ turn }) => `turn ${turn} is missing`),
  });
  const contents = new Map(
    turns.slice(first - 1).map(({ turn }) => {
      const answer = object.turns.find((each) => each.turn === turn)!;
      return [turn, checkAnswer(answer, { turns: turns.slice(0, turn), table })];
    }),
  );
  const { answeredBy: secondLook } = await lookAgain(options, { messages, contents });
  return { answeredBy: { reader, secondLook }, contents };
}

/** A session that outgrows the model's window is not cut: its later turns stay unread. */
function requireRoom(messages: readonly PromptMessage[], { model, turns }: ReadOptions): void {
  const needed = messages.reduce((sum, { content }) => sum + estimateTokens(content), ROOM);
  if (model.context === undefined || needed <= model.context) return;
  throw new HarnessError({
    code: "context-exceeded",
    message: `Up to turn ${turns.at(-1)!.turn} the session has about ${needed} tokens, more than ${model.label} takes (${model.context})`,
    remedy: `Choose a reader with a larger context with ${optionText("observer")}.`,
    exit: 3,
  });
}

const ask = (
  { gateway, table, turns, first, signal }: ReadOptions,
  {
    what,
    model,
    messages,
    faults,
  }: {
    what: string;
    model: ResolvedModel;
    messages: PromptMessage[];
    /** An answer that leaves something out is invalid: it is asked for again, and never stored. */
    faults: (answer: ReaderAnswer) => string[];
  },
) => {
  const last = turns.at(-1)!.turn;
  return gateway.object({
    call: `turn/${last}/${what}/${first}-${last}`,
    role: "observer",
    model,
    turn: last,
    signal,
    schema: readerAnswer(table.ownKinds).superRefine((answer, check) => {
      for (const fault of faults(answer)) check.addIssue(fault);
    }),
    temperature: 0,
    instructions: readerInstructions(table.ownKinds),
    cacheInstructions: true,
    messages,
  });
};

/** Asks about all findings of the batch at once, with the same transcript. Changes `contents`. */
async function lookAgain(
  options: ReadOptions,
  { messages, contents }: { messages: PromptMessage[]; contents: Map<number, ReadingContent> },
): Promise<{ answeredBy?: string }> {
  const asked = [...contents.values()].flatMap(({ findings }) =>
    findings.filter(({ state }) => state === "unconfirmed"),
  );
  if (asked.length === 0) return {};
  try {
    const { object, model: answeredBy } = await ask(options, {
      what: "second-look",
      model: options.secondLook,
      messages: [...messages, askToCheck(asked)],
      faults: ({ verdicts }) =>
        asked.flatMap((_, index) => {
          const count = verdicts.filter(({ claim }) => claim === index + 1).length;
          if (count === 1) return [];
          return `claim ${index + 1} ${count === 0 ? "is missing" : `is decided ${count} times`}`;
        }),
    });
    const verdictOn = (finding: Finding): Finding => {
      const { upheld, defence } =
        object.verdicts.find(({ claim }) => claim === asked.indexOf(finding) + 1) ?? {};
      if (upheld === undefined) return finding;
      return { ...finding, state: upheld ? "confirmed" : "refuted", defence: defence!.trim().slice(0, 400) };
    };
    for (const [turn, content] of contents)
      contents.set(turn, { ...content, findings: content.findings.map(verdictOn) });
    return { answeredBy };
  } catch (error) {
    if (!(error instanceof HarnessError) || endsTheRun(error)) throw error;
    const { why, attempts } = lastFailure(error);
    for (const [turn, content] of contents)
      if (content.findings.some(({ state }) => state === "unconfirmed"))
        contents.set(turn, {
          ...content,
          unconfirmedWhy: why,
          unconfirmedAttempts: attempts,
        });
    return {};
  }
}

/**
 * A refused key, a spent budget, an interruption and a mismatched journal stop the run; a provider's failure does not.
 */
export const endsTheRun = (error: HarnessError): boolean =>
  isRefusal(error) || error.exit === 4 || error.exit === 130 || STOPS.has(error.code);
const STOPS = new Set<ErrorCode>(["request-changed", "recording-miss", "bad-recording"]);
