/**
 * A local server that judges, in every vendor's wire format at `/<vendor>/v1`, through the vendors' own packages. The
 * test computes each answer from the request, and all requests are kept.
 *
 *     await using court = await openCourt((asked) => goodAnswer(asked));
 *     const { verdict } = await court.judge(dir, { judge: "deepseek-r2" });
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { qualityMetric, type QualityMetric, type SettingsInput } from "../../../src/contract/index.ts";
import { createHarness, type Harness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { houseCast } from "../../../src/playtest/index.ts";
import { wireFormats, type WireName } from "../../conformance/loopback/wire-formats.ts";
import { sendJson, startServer } from "../loopback-server.ts";
import { messagesIn, textOf } from "./playtest-request.ts";

export type Asked = {
  vendor: string;
  model: string;
  /** Counts from 1. */
  number: number;
  system: string;
  messages: Array<{ role: string; text: string }>;
  /** The first message: the transcript. */
  prompt: string;
  last: string;
};

export type Said = string | { text: string; cut: true } | { status: number } | "hang";

export type Court = AsyncDisposable & {
  readonly asked: Asked[];
  env: Record<string, string>;
  /** Without a default judge, unless `roles` are given. */
  harness(settings?: SettingsInput): Harness;
};

export async function openCourt(
  answer: (asked: Asked) => Said | Promise<Said>,
  { answersAs = (model: string) => `${model}-dated` } = {},
): Promise<Court> {
  const log: Asked[] = [];
  const harnesses: Harness[] = [];
  const server = await startServer(async (request, response) => {
    const [, vendor = ""] = (request.url ?? "").split("/");
    const body = (await json(request)) as Record<string, unknown>;
    const asked = readAsked(vendor, body, log.length + 1);
    log.push(asked);
    const said = await answer(asked);
    if (said === "hang") return;
    const wire = wireFormats[vendor as WireName];
    if (typeof said === "object" && "status" in said)
      return sendJson(response, wire.refusal(said.status, "No."), said.status);
    const { text, cut } = typeof said === "string" ? { text: said, cut: false } : said;
    sendJson(
      response,
      wire.reply({
        text,
        cut,
        model: answersAs(asked.model),
        counted: { input: 1_000, output: 500, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
      }),
    );
  });
  const vendors = Object.keys(wireFormats);
  const env = Object.fromEntries(
    vendors.flatMap((vendor) => [
      [`${vendor.toUpperCase()}_API_KEY`, `sk-${vendor}-9f8e7d6c5b4a`],
      [`${vendor.toUpperCase()}_BASE_URL`, `${server.url}/${vendor}/v1`],
    ]),
  );
  return {
    asked: log,
    env,
    harness(settings = {}) {
      const { settings: resolved } = resolveSettings({
        file: {
          retry: { attempts: 2, reasks: 1, firstDelayMs: 1, maxDelayMs: 2 },
          cacheDir: mkdtempSync(join(tmpdir(), "cache-")),
          roles: { judge: "none" },
          ...settings,
        },
        env,
      });
      const made = createHarness({ settings: resolved, ...connect(resolved, env), house: houseCast });
      harnesses.push(made);
      return made;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(harnesses.map((made) => made.close()));
      await server[Symbol.asyncDispose]();
    },
  };
}

function readAsked(vendor: string, body: Record<string, unknown>, number: number): Asked {
  const all = [
    ...(body.system === undefined ? [] : [{ role: "system", text: textOf(body.system) }]),
    ...messagesIn(body),
  ];
  const isSystem = ({ role }: { role: string }) => role === "system" || role === "developer";
  const messages = all.filter((message) => !isSystem(message));
  return {
    vendor,
    model: String(body.model),
    number,
    system: all
      .filter(isSystem)
      .map(({ text }) => text)
      .join("\n"),
    messages,
    prompt: messages[0]?.text ?? "",
    last: messages.at(-1)?.text ?? "",
  };
}

/** The transcript in a request: its headings, and the words under each. */
export function shownLines({
  prompt,
}: Pick<Asked, "prompt">): Array<{ turn: number; speaker: string; text: string }> {
  const [, body = ""] =
    /===== BEGIN TRANSCRIPT \w+ =====\n([\s\S]*)\n===== END TRANSCRIPT \w+ =====/.exec(prompt) ?? [];
  return body.split(/^(?=\[turn \d+\] )/m).map((part) => {
    const [, turn, speaker, text = ""] = /^\[turn (\d+)\] (.*):\n([\s\S]*)$/.exec(part)!;
    return {
      turn: Number(turn),
      speaker: speaker!,
      text: text
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/^> ?/, ""))
        .join("\n"),
    };
  });
}

/** A quote from a request's transcript. */
export function someQuote(asked: Pick<Asked, "prompt">): { turn: number; text: string } {
  const { turn, text } = shownLines(asked).find(({ text }) => text.length > 40) ?? { turn: 0, text: "" };
  return { turn, text: text.slice(0, 40) };
}

/** An answer with these scores, each with a quote that can be found. */
export function goodAnswer(
  asked: Pick<Asked, "prompt">,
  score: number | null | ((metric: QualityMetric) => number | null) = 7,
  { metrics = qualityMetric.options as readonly QualityMetric[] } = {},
): string {
  const quotes = [someQuote(asked)];
  return JSON.stringify({
    scores: Object.fromEntries(
      metrics.map((metric) => [
        metric,
        { why: `Because of ${metric}.`, quotes, score: typeof score === "function" ? score(metric) : score },
      ]),
    ),
    facts: [],
  });
}
