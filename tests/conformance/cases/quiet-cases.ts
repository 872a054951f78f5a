/** The packages' warnings about changed temperatures and schemas are for developers and are not shown to users. */
import { expect, test, vi } from "vitest";
import { says } from "../loopback/loopback-provider.ts";
import { openLoopbackRun } from "../loopback/loopback-run.ts";
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

// Moonshot takes no temperature and Alibaba no schema: both packages would warn.
test.for(["kimi-k2", "qwen"])("%s prints nothing, with a schema and a temperature", async (model) => {
  await using at = await openLoopbackRun();
  at.provider.answers(says('{"town":"Ayr","people":3}'));
  const ask = { ...asked(at, { model }), temperature: 1.5, schema: town };
  expect(await printedBy(() => at.run.gateway.object(ask))).toEqual([]);
});
