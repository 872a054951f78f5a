import { z } from "zod";
import { HarnessError } from "../../../errors/index.ts";
import { portableName, systemText, withoutKey } from "../../../addresses/index.ts";
import { firstIssues } from "../../../store/index.ts";
import { valueWithoutSecrets } from "../../../secrets/index.ts";
import { jsonSchemaOf } from "./language-request.ts";
import { estimateTokens } from "../../catalog/index.ts";
import { boundedText, MOST_BYTES } from "../../bounded-text.ts";
import { noteSend } from "../../sending.ts";
import type { Ask, GatewayRequest } from "../call.ts";
import { InvalidReplyError } from "../failures/failures.ts";
import { outsideFailure, connectionProblem } from "../failures/outside-failure.ts";
import { APICallError } from "@ai-sdk/provider";
import { connect } from "node:net";

/**
 * A question to the user's own system. It goes through the same gateway, so that journal, limits, retries and resume
 * apply.
 */
export type OutsideAsk<Schema extends z.ZodType> = Ask & {
  /** Plain JSON: the question, which is also the call's identity. */
  request: unknown;
  /** The part of the request that counts as input if the system has a price. Absent: all of it. */
  counted?: string;
  schema: Schema;
  /** What its owner can do if it breaks the contract. */
  remedy: string;
  /** Asks once. Throws an APICallError for an HTTP status. */
  send(request: unknown, signal: AbortSignal): Promise<unknown>;
};

export function outsideRequest<Schema extends z.ZodType>(
  { request, counted, schema, remedy, send, model, role }: OutsideAsk<Schema>,
  { now }: { now: () => Date },
): GatewayRequest<z.output<Schema>> {
  const who = systemText(role, model.label);
  return {
    facts: { kind: "outside", model: portableName(model.label), request, schema: jsonSchemaOf(schema).text },
    inputTokens: estimateTokens(counted ?? JSON.stringify(request)),
    prepare: () => Promise.resolve(),
    perform: async (_attempt, signal) => {
      const said = await send(request, signal).catch((error: unknown) => {
        throw error instanceof HarnessError ? error : outsideFailure(error, { who, remedy, now: now() });
      });
      const answer = valueWithoutSecrets(said);
      const text = JSON.stringify(answer) ?? "";
      const { success, error } = schema.safeParse(answer);
      if (!success)
        throw new InvalidReplyError({
          model: who,
          text,
          problem: `${firstIssues(error, { given: answer })}.${fieldsOf(answer)}`,
          remedy,
          usage: {},
        });
      return { stored: answer, usage: {}, outputText: text };
    },
    read: (stored) => schema.parse(stored),
  };
}

/** What came: a field that is missing may have another name. */
const fieldsOf = (answer: unknown): string =>
  typeof answer === "object" && answer !== null && !Array.isArray(answer)
    ? ` Its fields: ${Object.keys(answer).slice(0, 5).join(", ") || "none"}.`
    : "";

/**
 * Asks the user's own system over HTTP. An error status is thrown like those of the vendors' packages, so that retries
 * and bookings treat it the same.
 */
export async function sendJson(
  url: string,
  {
    method,
    headers = {},
    body,
    maxBytes = MOST_BYTES,
    signal,
  }: {
    method: string;
    headers?: Readonly<Record<string, string>>;
    /** Absent: the request has none. */
    body?: unknown;
    maxBytes?: number;
    signal: AbortSignal;
  },
): Promise<unknown> {
  noteSend();
  const response = await fetch(url, {
    method,
    headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal,
    // A redirect leads to an address that the user did not name.
    redirect: "manual",
  });
  const { text, whole } = await boundedText(response, maxBytes);
  const excerpt = text.slice(0, 300);
  const facts = {
    url: withoutKey(url),
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: excerpt,
  };
  const leadsTo = response.status >= 300 && response.status < 400 && response.headers.get("location");
  if (leadsTo)
    throw new APICallError({
      message: `it redirects to ${withoutKey(URL.parse(leadsTo, url)?.href ?? leadsTo)}`,
      ...facts,
    });
  if (!response.ok) throw new APICallError({ message: excerpt || response.statusText, ...facts });
  if (!whole)
    throw new APICallError({
      message: `the response is larger than ${Math.round(maxBytes / 1024 / 1024)} MB; it begins with ${excerpt}`,
      ...facts,
    });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const problem = text.trim() === "" ? "the response is empty" : `the response is not JSON: ${excerpt}`;
    throw new APICallError({ message: problem, ...facts });
  }
}

/** Longer than any network that a person would test over. */
const WITHIN_MS = 5_000;

/** Throws if nothing listens at an address. It connects and sends nothing, since a request may cost its owner money. */
export async function requireReachable(
  url: string,
  { who, remedy: other = "" }: { who: string; remedy?: string },
): Promise<void> {
  const unreachable = (what: string, remedy: string, cause?: unknown) =>
    new HarnessError({
      code: "unreachable",
      message: `${who} cannot be reached: ${what}.`,
      remedy: `${remedy} ${other}`.trim(),
      exit: 3,
      cause,
    });
  if (!URL.canParse(url)) throw unreachable("the address is not valid", "Write it as http://HOST:PORT/PATH.");
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80) });
  try {
    await new Promise((resolve, reject) => {
      socket.once("connect", resolve).once("error", reject);
      const late = `no connection within ${WITHIN_MS / 1_000} s`;
      socket.setTimeout(WITHIN_MS, () => reject(unreachable(late, "Start it, or check its address.")));
    });
  } catch (error) {
    if (error instanceof HarnessError) throw error;
    const { what, remedy } = connectionProblem(error) ?? {
      what: String(error),
      remedy: "Check its address.",
    };
    throw unreachable(what, remedy, error);
  } finally {
    socket.on("error", () => {}).destroy();
  }
}
