import { expect, test } from "vitest";
import { measuredRates, readRates } from "./measured-rates.ts";
import { ratesOf } from "./rates-of.ts";

test("reports quote what is stored", () => {
  const { falseAlarms, cleanTurns } = measuredRates().kinds.house.detectors.find(
    ({ name }) => name === "repetition",
  )!;
  const said = ratesOf("repetition", { house: true });
  expect(said).toMatch(new RegExp(`house text ${falseAlarms} .*${cleanTurns}`));
});

test("a file without rates is refused, and says what is wrong with it", () => {
  const { kinds, ...rest } = measuredRates();
  expect(() => readRates(rest)).toThrow(/measured-rates\.json has no rates of the detectors:\n {2}kinds: /);
  expect(() => readRates({ ...rest, kinds: { house: { ...kinds.house, sessions: -1 } } })).toThrow(
    /kinds\.house\.sessions: /,
  );
});
