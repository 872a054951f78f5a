/** A local Anthropic server in its own wire format, as a calibrator with answers set by the test. */
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Expectations } from "../../src/contract/index.ts";

export type Asked = {
  /** The parent's message, between its tags. */
  message: string;
  /** Everything that was sent. */
  body: {
    system: Array<{ type: string; text: string; cache_control?: unknown }>;
    messages: unknown[];
    max_tokens: number;
  };
  /** How many requests had arrived when this one was answered; 0 while it is not. */
  answeredAfter: number;
};

export type Verdict = Partial<Expectations> & { reasoning?: string };

export type CalibrationServer = AsyncDisposable & { env: Record<string, string>; log: Asked[] };

/** `says` gets the message and how often it has been asked about; a status instead of a verdict is an error of that status. */
export async function startCalibrationServer(
  says: (message: string, time: number) => Verdict | number,
  {
    latencyMs = 0,
    together = 0,
    onRequest,
  }: {
    latencyMs?: number;
    /** All requests but the first are answered when this many have arrived. */
    together?: number;
    onRequest?: (asked: Asked) => void;
  } = {},
): Promise<CalibrationServer> {
  const log: Asked[] = [];
  const server = createServer((incoming, response) => {
    void (async () => {
      const body = (await json(incoming)) as Asked["body"];
      const message = /<message>\\n([\s\S]*?)\\n<\/message>/.exec(JSON.stringify(body.messages))?.[1] ?? "";
      const asked: Asked = { message, body, answeredAfter: 0 };
      log.push(asked);
      onRequest?.(asked);
      const verdict = says(message, log.filter((earlier) => earlier.message === message).length);
      await new Promise((resolve) => setTimeout(resolve, latencyMs));
      while (asked !== log[0] && log.length < together)
        await new Promise((resolve) => setTimeout(resolve, 5));
      asked.answeredAfter = log.length;
      if (typeof verdict === "number")
        return void response
          .writeHead(verdict, { "content-type": "application/json" })
          .end(JSON.stringify({ type: "error", error: { type: "api_error", message: "Out of order." } }));
      const text = JSON.stringify({
        expected_primary: [],
        expected_secondary: [],
        not_expected: [],
        rank_check: [],
        reasoning: "As the entries say.",
        ...verdict,
      });
      const cached = log.length > 1;
      const usage = {
        input_tokens: 40,
        output_tokens: 60,
        cache_creation_input_tokens: cached ? 0 : 5_000,
        cache_read_input_tokens: cached ? 5_000 : 0,
      };
      response.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          type: "message",
          id: `msg_${log.length}`,
          role: "assistant",
          model: "claude-opus-4-5-20251101",
          content: [{ type: "text", text }],
          stop_reason: "end_turn",
          usage,
        }),
      );
    })().catch(() => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    log,
    env: { ANTHROPIC_API_KEY: "sk-ant-test", ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}/v1` },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
