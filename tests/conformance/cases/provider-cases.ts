/** One list of cases that every provider must pass, in any wire format. */
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Billing, SettingsInput } from "../../../src/contract/index.ts";
import { HarnessError } from "../../../src/kernel/errors/index.ts";
import type { ChatVendor } from "../loopback/chat-vendors.ts";
import { drips, hangsUp, refuses, says, sends, type Answer } from "../loopback/loopback-provider.ts";
import { countedBy, openLoopbackRun, type LoopbackRun } from "../loopback/loopback-run.ts";
import { wireFormatOf } from "../loopback/wire-formats.ts";

export const town = z.object({ town: z.string(), people: z.number().int() });
const fitting = '{"town":"Ayr","people":3}';

type Case = {
  name: string;
  asks?: "object";
  answers: [Answer, ...Answer[]];
  settings?: SettingsInput;
  /** How each attempt is booked: as many as there must be requests. */
  books: Billing[];
  /** What comes of it: an answer, or a failure with its code, exit and a word of its remedy. */
  gives: unknown;
};
/** Incomplete usage blocks: all counts are estimated. */
const isInput = (name: string) => /^(?:input|prompt)_tokens$/.test(name);
const isOutput = (name: string) => /^(?:output|completion)_tokens$/.test(name);
const estimate = { input: expect.toSatisfy((tokens: number) => tokens > 0 && tokens < 100), output: 4 };
const brokenUsage: Array<[string, (usage: Record<string, unknown>) => unknown]> = [
  ["no usage", () => undefined],
  ["an empty usage", () => ({})],
  ["no input count", without(isInput)],
  ["no output count", without(isOutput)],
  ["null for the counts", replacing(null)],
  ["text for the counts", replacing("1000")],
];

function without(which: (name: string) => boolean) {
  return (usage: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(usage).filter(([name]) => !which(name)));
}
function replacing(count: unknown) {
  return (usage: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(usage).map(([name, value]) => [name, isInput(name) || isOutput(name) ? count : value]),
    );
}

type Failed = { code: string; exit: number; says?: RegExp; remedy?: RegExp };
const fails = (failed: Failed): Failed => failed;

const cases: Case[] = [
  { name: "text", answers: [says("Hello.")], books: ["reported"], gives: "Hello." },
  {
    name: "an object",
    asks: "object",
    answers: [says(fitting)],
    books: ["reported"],
    gives: { town: "Ayr", people: 3 },
  },
  {
    name: "an object that does not fit, then one that does",
    asks: "object",
    answers: [says('{"town":7}'), says(fitting)],
    books: ["reported", "reported"],
    gives: { town: "Ayr", people: 3 },
  },
  {
    name: "an empty reply, then text",
    answers: [says(""), says("Hello.")],
    books: ["reported", "reported"],
    gives: "Hello.",
  },
  {
    name: "429, then text",
    answers: [refuses(429, { headers: { "retry-after": "0" } }), says("Hello.")],
    books: ["none", "reported"],
    gives: "Hello.",
  },
  {
    name: "500 and 529, then text",
    answers: [refuses(500), refuses(529), says("Hello.")],
    books: ["none", "none", "reported"],
    gives: "Hello.",
  },
  {
    name: "400",
    answers: [refuses(400, { message: "Too tall." })],
    books: ["none"],
    gives: fails({ code: "bad-request", exit: 2, says: /400: .*Too tall\./ }),
  },
  {
    name: "401",
    answers: [refuses(401)],
    books: ["none"],
    gives: fails({ code: "unauthorised", exit: 2, remedy: /does not accept it/ }),
  },
  {
    name: "402",
    answers: [refuses(402)],
    books: ["none"],
    gives: fails({ code: "no-credit", exit: 2, remedy: /top it up/ }),
  },
  {
    name: "403",
    answers: [refuses(403)],
    books: ["none"],
    gives: fails({ code: "forbidden", exit: 2, remedy: /access/i }),
  },
  {
    name: "404",
    answers: [refuses(404)],
    books: ["none"],
    gives: fails({ code: "not-found", exit: 2, remedy: /Check the model id/ }),
  },
  {
    name: "a body that is no JSON, then text",
    answers: [sends('{"choices":[{"mess'), says("Hello.")],
    books: ["possible", "reported"],
    gives: "Hello.",
  },
  {
    name: "JSON that is no response, then text",
    answers: [sends('{"hello":"there"}'), says("Hello.")],
    books: ["possible", "reported"],
    gives: "Hello.",
  },
  {
    name: "400 in nobody's format",
    answers: [sends("<h1>Too tall.</h1>", { status: 400 })],
    books: ["none"],
    gives: fails({ code: "bad-request", exit: 2, says: /400: .*Too tall\./ }),
  },
  {
    name: "a reset before the answer, then text",
    answers: [hangsUp("at once"), says("Hello.")],
    books: ["possible", "reported"],
    gives: "Hello.",
  },
  {
    name: "a reset in mid-answer, then text",
    answers: [hangsUp("mid-body"), says("Hello.")],
    books: ["possible", "reported"],
    gives: "Hello.",
  },
  {
    name: "an answer that never ends, then text",
    answers: [drips(), says("Hello.")],
    settings: { timeoutMs: 500 },
    books: ["possible", "reported"],
    gives: "Hello.",
  },
];

export function testProvider(vendor: ChatVendor): void {
  const { wire } = vendor;
  describe.concurrent(wire, () => {
    test.for(cases)("$name", async ({ asks, answers, settings, books, gives }) => {
      await using at = await openLoopbackRun({ settings, wire });
      at.provider.answers(...answers);
      const outcome = await ask(at, { vendor, asks }).catch((error: unknown) => error);

      if (isFailed(gives)) expectFailure(outcome, gives);
      else expect(outcome).toEqual(gives);
      // The SDK's own retries are off: each attempt is one request, and each request one attempt.
      expect(at.provider.log).toHaveLength(books.length);
      expect(at.attempts().map(({ billing }) => billing)).toEqual(books);
      expect(at.run.journal.totals().all.tokens).toEqual(countedBy(at.provider));
      await vi.waitFor(() =>
        expect(
          at.provider.log.filter(({ answered, abandoned }) => answered === "drip" && !abandoned),
        ).toEqual([]),
      );
    });

    test("the model that answered is reported, and the requested one is booked", async () => {
      await using at = await openLoopbackRun({ wire });
      at.provider.answers(says("Hello.", { model: "somebody-else-20260101" }));
      const reply = await at.run.gateway.text(asked(at, vendor));
      expect(reply.model).toBe("somebody-else-20260101");
      expect(at.provider.log[0]?.body.model).toBe(vendor.id);
      expect(Object.keys(at.run.journal.totals().byModel)).toEqual([`${vendor.name}/${vendor.id}`]);
    });

    test.for(brokenUsage)("a reply with %s is kept, and its usage estimated", async ([, broken]) => {
      await using at = await openLoopbackRun({ wire });
      const counted = { input: 1_000, cacheRead: 400, output: 20 };
      const { usage, ...reply } = wireFormatOf(wire).reply({
        text: "Hello there.",
        model: vendor.id,
        counted,
      }) as { usage: Record<string, unknown> };
      at.provider.answers(sends(JSON.stringify({ ...reply, usage: broken(usage) })), refuses(500));
      expect((await at.run.gateway.text(asked(at, vendor))).text).toBe("Hello there.");
      expect(at.provider.log).toHaveLength(1);
      expect(at.attempts()).toMatchObject([{ billing: "estimated", usage: estimate }]);
      expect(at.run.journal.totals().all).toMatchObject({ attempts: 1, estimated: 1 });
    });

    test("an object cut at the cap is reported as cut", async () => {
      await using at = await openLoopbackRun({ settings: { retry: { reasks: 0 } }, wire });
      at.provider.answers(says('{"town":"Ay', { cut: true }));
      await expect(ask(at, { vendor, asks: "object" })).rejects.toThrow(/it was cut at \d+ tokens/);
    });
  });
}

export const asked = (at: LoopbackRun, { model }: Pick<ChatVendor, "model">) => ({
  call: "turn/1/narrator",
  role: "narrator" as const,
  turn: 1,
  model: at.harness.catalog.resolve(model),
  instructions: "You are the narrator.",
  messages: [{ role: "user" as const, content: "Where are we?" }],
});

async function ask(
  at: LoopbackRun,
  { vendor, asks }: { vendor: ChatVendor; asks?: "object" },
): Promise<unknown> {
  if (asks === "object") return (await at.run.gateway.object({ ...asked(at, vendor), schema: town })).object;
  return (await at.run.gateway.text(asked(at, vendor))).text;
}

const isFailed = (gives: unknown): gives is Failed =>
  typeof gives === "object" && gives !== null && "exit" in gives;

export function expectFailure(outcome: unknown, { code, exit, says = /./, remedy = /./ }: Failed): void {
  expect(outcome).toBeInstanceOf(HarnessError);
  expect(outcome).toMatchObject({
    code,
    exit,
    message: expect.stringMatching(says),
    remedy: expect.stringMatching(remedy),
  });
}
