import { expect, test } from "vitest";
import type { JobView } from "../../../src/contract/index.ts";
import { newlyRunning, trayed } from "./jobs-tray.tsx";

const job = (id: string, state: JobView["state"], operation = "replay") =>
  ({ id, state, operation }) as JobView;

test("running replays enter the tray once; other work and old replays do not", () => {
  const jobs = [job("a", "running"), job("b", "stopping"), job("m", "running", "matrix"), job("old", "done")];
  expect(newlyRunning(jobs, [])).toEqual(["a", "b"]);
  expect(newlyRunning(jobs, ["b"])).toEqual(["a"]);
});

test("a replay that ended stays until it is dismissed; those of the page are not shown twice, and three are enough", () => {
  const jobs = ["a", "b", "c", "d", "e"].map((id) => job(id, "done"));
  const tray = (given: Partial<Parameters<typeof trayed>[1]>) =>
    trayed(jobs, { shown: ["a", "b", "c", "d"], away: [], inPage: new Set([null]), ...given })
      .map(({ id }) => id)
      .join("");
  expect(tray({})).toBe("abc");
  expect(tray({ away: ["a"] })).toBe("bcd");
  expect(tray({ inPage: new Set(["b", "c"]) })).toBe("ad");
  expect(tray({ shown: [] })).toBe("");
});
