import { expect, test } from "vitest";
import { manualClock } from "../../../../tests/support/manual-clock.ts";
import { createCatalog } from "../catalog/index.ts";
import { ask, reply, setUp, town } from "../../../../tests/support/scripted-gateway.ts";

test("an answer is booked, takes three journal lines and is requested once", async () => {
  const { gateway, journal, requests, kinds } = setUp(["In Innsmouth."]);
  expect(await gateway.text(ask())).toMatchObject({
    text: "In Innsmouth.",
    model: "scripted",
    source: "model",
  });
  expect(await gateway.text(ask())).toMatchObject({ text: "In Innsmouth.", source: "journal" });
  expect(requests).toHaveLength(1);
  expect(kinds()).toEqual(["start 1", "done", "end 1 reported"]);
  // 100 tokens at 1 and 10 at 5 USD per million.
  expect(journal.totals()).toMatchObject({
    all: { cost: 0.00015 },
    byRole: { player: { cost: 0.00015 } },
    byTurn: { "1": { attempts: 1 } },
  });
});

test("a request too long for the model is not sent", async () => {
  const { gateway, requests, kinds } = setUp(["Here."]);
  await expect(gateway.text(ask({ content: "word ".repeat(200_000) }))).rejects.toMatchObject({
    code: "context-exceeded",
    exit: 2,
  });
  expect(requests).toHaveLength(0);
  expect(kinds()).toEqual([]);
});

test("a model at an unknown price is booked with tokens only; a budget refuses it before the request", async () => {
  const model = createCatalog().resolve("openai/nobody-knows");
  const free = setUp(["Here."]);
  await free.gateway.text(ask({ model }));
  expect(free.journal.totals().all).toMatchObject({ unpriced: 1, cost: 0, tokens: { input: 100 } });
  const capped = setUp(["Here."], { budget: 1 });
  await expect(capped.gateway.text(ask({ model }))).rejects.toMatchObject({
    code: "budget-without-price",
    exit: 2,
  });
  expect(capped.requests).toHaveLength(0);
});

test("earlier answers are reused only on request", async () => {
  const { gateway, requests, journal } = setUp(["one", "two"]);
  await gateway.text(ask({ call: "a", reuse: true }));
  expect(await gateway.text(ask({ call: "b", reuse: true }))).toMatchObject({
    text: "one",
    source: "reused",
  });
  expect(await gateway.text(ask({ call: "c" }))).toMatchObject({ text: "two", source: "model" });
  expect(requests).toHaveLength(2);
  expect(journal.totals().calls).toEqual({ completed: 3, reused: 1 });
});

test("a request holds the instructions, then the messages in order, and a correction last", async () => {
  const { gateway, requests } = setUp(["", "Here."]);
  await gateway.text({
    ...ask(),
    instructions: "Be brief.",
    messages: [
      { role: "user", content: "A" },
      { role: "assistant", content: "B" },
      { role: "user", content: "C" },
    ],
  });
  const texts = (index: number) =>
    requests[index]!.prompt.map(
      ({ role, content }) => `${role}: ${typeof content === "string" ? content : JSON.stringify(content)}`,
    );
  expect(texts(0).map((text) => text.split(":")[0])).toEqual(["system", "user", "assistant", "user"]);
  expect(texts(1).slice(0, 3)).toEqual(texts(0).slice(0, 3));
  expect(texts(1)[3]).toContain("Your reply could not be used: it was empty");
});

test("a call made twice at once is one request; another question under its id is refused", async () => {
  const { gateway, requests, journal } = setUp(["one", "two"]);
  const [first, second] = await Promise.all([gateway.text(ask()), gateway.text(ask())]);
  expect([first.text, second.text]).toEqual(["one", "one"]);
  expect(requests).toHaveLength(1);
  expect(journal.totals().calls.completed).toBe(1);
  const running = gateway.text(ask({ call: "b" }));
  await expect(gateway.text(ask({ call: "b", content: "Other?" }))).rejects.toMatchObject({
    code: "request-changed",
  });
  await running;
});

test.each([10.5, -1, 1e30, Number.NaN])(
  "a count of %s tokens is replaced by an estimate, and the journal stays readable",
  async (count) => {
    const { gateway, journal, dir } = setUp([async () => reply("Here.", { input: count, output: count })]);
    await gateway.text(ask());
    expect(journal.totals().all).toMatchObject({ estimated: 1 });
    await journal.close();
    expect(setUp(["again"], { dir }).journal.totals().calls.completed).toBe(1);
  },
);

test("a run can be resumed with a larger output cap", async () => {
  const { gateway, requests } = setUp(["Here."]);
  await gateway.text({ ...ask(), maxOutput: 10 });
  expect(await gateway.text({ ...ask(), maxOutput: 500 })).toMatchObject({
    text: "Here.",
    source: "journal",
  });
  expect(requests).toHaveLength(1);
});

test("a call id too long for the journal is refused before the request", async () => {
  const { gateway, requests } = setUp(["Here."]);
  await expect(gateway.text(ask({ call: "x".repeat(301) }))).rejects.toMatchObject({ code: "bug" });
  expect(requests).toHaveLength(0);
});

test("an attempt that may have been billed counts against the budget", async () => {
  const clock = manualClock();
  const { gateway, requests } = setUp([() => new Promise(() => {}), "Here."], {
    clock,
    timeoutMs: 1_000,
    retry: { attempts: 1 },
    budget: 0.0035,
  });
  const lost = gateway.text(ask());
  lost.catch(() => {});
  await clock.advance(1_000);
  await expect(lost).rejects.toMatchObject({ code: "timeout" });
  await expect(gateway.text(ask({ call: "next" }))).rejects.toMatchObject({ code: "budget-spent" });
  expect(requests).toHaveLength(1);
});

test("an object is read from the part of the reply that holds it", async () => {
  const parts = async () => ({
    ...reply(""),
    content: ["Let me {think}. ", '{"town":"Innsmouth"}'].map((text) => ({ type: "text" as const, text })),
    structuredOutputText: '{"town":"Innsmouth"}',
  });
  const { gateway, requests } = setUp([parts]);
  expect((await gateway.object({ ...ask(), schema: town })).object).toEqual({ town: "Innsmouth" });
  expect(requests).toHaveLength(1);
});

test("the time to load a vendor's package does not count towards the spacing of requests", async () => {
  await import("ai");
  const clock = manualClock();
  const starts: number[] = [];
  const answer = async () => (starts.push(clock.now()), reply("Here."));
  const { gateway } = setUp([answer], {
    clock,
    load: () => clock.sleep(2_000),
    limits: { anthropic: { spacingMs: 1_250 } },
  });
  const all = Promise.all(["a", "b", "c"].map((call) => gateway.text(ask({ call }))));
  await clock.advance(10_000);
  await all;
  expect(starts).toEqual([2_000, 3_250, 4_500]);
});

test("a package that fails to load is not an attempt: nothing was sent, so nothing is possibly billed", async () => {
  const { gateway, kinds } = setUp([], { load: () => Promise.reject(new Error("no such package")) });
  await expect(gateway.text(ask())).rejects.toThrow("no such package");
  expect(kinds()).toEqual([]);
});
