/**
 * A reader with answers scripted by the test, on a local server, through a vendor's own package.
 *
 *     await using reader = await openReader(({ turn }) => (turn === 2 ? { findings: […] } : {}));
 */
import type { ReaderAnswer } from "../../../src/playtest/reader/reader-prompt.ts";
import { openCourt, type Asked, type Court, type Said } from "../model-servers/judge-server.ts";

export type Answer = ReaderAnswer["turns"][number];
/** One turn of a batch. */
export type ReadRequest = Asked & { turn: number };

/** The answer of a reader that finds nothing. */
export const nothing: Omit<Answer, "turn"> = {
  findings: [],
  opened: null,
  noticed: null,
  returned: null,
  exploration: null,
  private: [],
  payoffs: [],
};

export const found = (
  kind: string,
  quote: string,
  ...earlier: Answer["findings"][number]["earlier"]
): Answer["findings"][number] => ({ kind, quote, earlier, claim: `This is a ${kind}.`, confidence: 0.9 });

/** `confirms`: what the second look says of a claim, by its text. A status: it fails. */
export function openReader(
  answer: (asked: ReadRequest) => Partial<Answer> | { status: number },
  confirms: (claim: string) => boolean | { status: number } = () => true,
): Promise<Court> {
  return openCourt((asked) => {
    if (asked.last.startsWith("CHECKING")) {
      const verdicts = verdictsOn(asked);
      const failed = verdicts.map(({ upheld }) => upheld).find((said) => typeof said !== "boolean");
      if (failed !== undefined && typeof failed !== "boolean") return failed;
      return JSON.stringify({ turns: [], verdicts });
    }
    const turns = turnsToRead(asked.last).map((turn) => {
      const said = answer({ ...asked, turn });
      return "status" in said ? said : { ...nothing, turn, ...said };
    });
    const failed = turns.find((turn) => "status" in turn);
    if (failed) return failed;
    return JSON.stringify({ turns, verdicts: [] });
  });

  function verdictsOn({ last }: Asked) {
    return [...last.matchAll(/^Claim (\d+), .*\n.*$/gm)].map(([text, claim]) => ({
      claim: Number(claim),
      defence: "It was looked at.",
      upheld: confirms(text),
    }));
  }
}

/** The answers of a model that reads, finds nothing, and judges like this. */
export const readerAndJudge =
  (judge: (asked: Asked) => Said) =>
  (asked: Asked): Said =>
    asked.last.includes("READING: ")
      ? JSON.stringify({ turns: turnsToRead(asked.last).map((turn) => ({ ...nothing, turn })), verdicts: [] })
      : judge(asked);

/** The turns that a request asks to read. One that asks again has this in an earlier message. */
export function turnsToRead(messages: string): number[] {
  const [from, to] = /READING: read turns? (\d+)(?: to (\d+))?/.exec(messages)!.slice(1).map(Number);
  const until = Number.isNaN(to) ? from! : to!;
  return Array.from({ length: until - from! + 1 }, (_, index) => from! + index);
}
