import { expect, test } from "vitest";
import type { SessionResult } from "../../contract/index.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { compareForView } from "./compare-sessions.ts";

const opened = (id: string, turns: number) => ({
  id,
  dir: id,
  state: { ...exampleSession([]), records: Array.from<never>({ length: turns }) },
  result: {} as SessionResult,
});

test("refuses a comparison with too many turns before measuring any", () => {
  expect(() => compareForView([opened("a", 3_000), opened("b", 3_001)])).toThrow(
    expect.objectContaining({ status: 422, message: expect.stringContaining("6001 turns") as string }),
  );
});
