/** The packages' warnings about changed temperatures and schemas are for developers and are not shown to users. */
import { expect, test, vi } from "vitest";
import { chatVendors } from "../loopback/chat-vendors.ts";
import { says } from "../loopback/loopback-provider.ts";
import { openLoopbackRun, type LoopbackRun } from "../loopback/loopback-run.ts";
import { asked, town } from "./provider-cases.ts";

async function printedBy(work: () => Promise<unknown>): Promise<unknown[]> {
  const printed: unknown[] = [];
  const note = (...words: unknown[]) => void printed.push(words);
  const spies = (["log", "info", "warn", "error", "debug"] as const).map((how) =>
    vi.spyOn(console, how).mockImplementation(note),
  );
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockImplementation((...words) => (note(words[0]), true)),
  );
  process.on("warning", note);
  try {
    await work();
    await new Promise((resolve) => setImmediate(resolve)); // Warnings are emitted on the next tick.
    return printed;
  } finally {
    process.off("warning", note);
    for (const spy of [...spies, ...streams]) spy.mockRestore();
  }
}

test("the spy captures output", async () => {
  const printed = await printedBy(async () => {
    console.warn("one");
    process.emitWarning("two");
    process.stderr.write("three");
  });
  expect(printed.length).toBeGreaterThanOrEqual(3);
});

test.for(chatVendors)(
  "$name prints nothing, with a schema and a temperature out of its bounds",
  async ({ model }) => {
    await using at = await openLoopbackRun();
    at.provider.answers(says('{"town":"Ayr","people":3}'));
    expect(
      await printedBy(() =>
        at.run.gateway.object({ ...asked(at, { model }), temperature: 1.5, schema: town }),
      ),
    ).toEqual([]);
  },
);

test("Voyage prints nothing", async () => {
  await using at = await openLoopbackRun();
  expect(await printedBy(() => voyage(at))).toEqual([]);
});

const voyage = async ({ run: { gateway }, harness: { catalog } }: LoopbackRun) => {
  await gateway.embed({
    call: "e",
    role: "embedder",
    model: catalog.resolve("voyage"),
    values: ["a"],
    purpose: "query",
  });
  await gateway.rerank({
    call: "r",
    role: "reranker",
    model: catalog.resolve("voyage-rerank"),
    query: "a",
    documents: ["a", "b"],
    topN: 1,
  });
};
