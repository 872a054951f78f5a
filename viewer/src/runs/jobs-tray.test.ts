import { expect, test } from "vitest";
import type { JobView } from "../../../src/contract/index.ts";
import { inTray, newlyRunning } from "./jobs-tray.tsx";

const job = (id: string, state: JobView["state"], operation = "replay") =>
  ({ id, state, operation }) as JobView;

test("running replays enter the tray once; other work and old replays do not", () => {
  const jobs = [job("a", "running"), job("b", "stopping"), job("m", "running", "matrix"), job("old", "done")];
  expect(newlyRunning(jobs, [])).toEqual(["a", "b"]);
  expect(newlyRunning(jobs, ["b"])).toEqual(["a"]);
});

test("a replay that ended stays until it is dismissed; those of the page are not shown twice, and three are enough", () => {
  const jobs = ["a", "b", "c", "d", "e"].map((id) => job(id, "done"));
  const tray = (shown: string, ...hidden: Array<string | null>) =>
    inTray(jobs, [...shown], hidden)
      .map(({ id }) => id)
      .join("");
  expect(tray("abcd", null)).toBe("abc");
  expect(tray("abcd", "a")).toBe("bcd");
  expect(tray("abcd", "b", "c")).toBe("ad");
  expect(tray("")).toBe("");
  // Pairs have a page of their own.
  expect(inTray([{ ...job("t", "running"), of: { kind: "ab", id: "t" } }], ["t"], [])).toEqual([]);
});
