import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { houseHarness } from "../../../tests/support/house-cast/house-harness.ts";
import { manualClock } from "../../../tests/support/manual-clock.ts";

const anything = z.unknown();

test("runs of one process with the same limits share them, however each came by them", async () => {
  const clock = manualClock();
  const harness = houseHarness({}, { clock });
  const settings = { ...harness.settings, limits: { outside: { spacingMs: 1_250 } } };
  const open = () => harness.with({ settings }).openRun(mkdtempSync(join(tmpdir(), "shared-")));
  const runs = [await open(), await open()];
  const starts: number[] = [];
  const asked = runs.flatMap(({ gateway }) =>
    [1, 2].map((number) =>
      gateway.outside({
        call: `test/${number}/retrieve`,
        role: "target",
        model: harness.catalog.resolve("http://127.0.0.1:9/rag"),
        request: {},
        schema: anything,
        remedy: "",
        send: async () => starts.push(clock.now()),
      }),
    ),
  );
  await clock.advance(10_000);
  await Promise.all(asked);
  expect(starts).toEqual([0, 1_250, 2_500, 3_750]);
});
