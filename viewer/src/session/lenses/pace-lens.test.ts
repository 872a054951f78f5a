import { expect, test } from "vitest";
import { pulsesTold } from "./pace-lens.tsx";

test("a turn that tells several pulses counts each of them", () => {
  expect(pulsesTold([{}, { pulse: 1 }, { pulse: 2, pulses: 3 }, {}, { pulse: 5 }])).toEqual([0, 1, 4, 4, 5]);
});
