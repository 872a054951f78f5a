/**
 * A reader with answers scripted by the test, on a local server, through a vendor's own package.
 *
 *     await using reader = await openReader(({ turn }) => (turn === 2 ? { findings: […] } : {}));
 */
import type { z } from "zod";
import type { transcriptAnswer } from "../../../src/playtest/reader/reader-prompt.ts";
import { openCourt, type Asked, type Court } from "../model-servers/judge-server.ts";

export type Answer = z.infer<typeof transcriptAnswer>;
export type ReadRequest = Asked & { turn: number };

/** The answer of a reader that finds nothing. */
export const nothing: Omit<Answer, "turn"> = {
  outputs: [{ type: "pulse", title: "Something happens" }],
  private: [],
  requests: [],
  asks: [],
  earlierDigression: "none",
  naturalness: null,
  woven: null,
  strays: null,
  shared: [],
  payoffs: [],
  facts: [],
  findings: [],
};

export const found = (
  kind: Answer["findings"][number]["kind"],
  quote: string,
  against: string | null = null,
): Answer["findings"][number] => ({ kind, quote, against, why: `This is a ${kind}.`, confidence: 0.9 });

/** `confirms`: what the second look says of a claim, by its text; `hang`: it never answers. */
export function openReader(
  answer: (asked: ReadRequest) => Partial<Answer> | { status: number } | "hang",
  confirms: (claim: string) => boolean | "hang" = () => true,
): Promise<Court> {
  return openCourt((asked) => {
    if (asked.system.startsWith("You check claims")) {
      const given = verdicts(asked);
      return given.some(({ holds }) => holds === "hang") ? "hang" : JSON.stringify({ verdicts: given });
    }
    const turn = Number(/Read turn (\d+)\./.exec(asked.last)![1]);
    const said = answer({ ...asked, turn });
    if (said === "hang" || "status" in said) return said;
    return JSON.stringify({ ...nothing, turn, ...said });
  });

  function verdicts({ last }: Asked) {
    return [...last.matchAll(/^Claim (\d+) .*\n.*$/gm)].map(([text, claim]) => ({
      claim: Number(claim),
      why: "It was looked at.",
      holds: confirms(text),
      confidence: 0.9,
    }));
  }
}
