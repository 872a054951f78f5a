/** A target that a program gives: a function that retrieves, or an object with a function for each mechanism. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Harness } from "../../src/kernel/run/index.ts";
import type { RetrieveFunction, TargetFunctions } from "../../src/contract/index.ts";
import { planCheck, runPlannedCheck } from "../../src/retrieval/index.ts";
import { houseHarness } from "../support/house-cast/house-harness.ts";
import { gardenFolder, gardenShop, type TargetRequest } from "./garden-shop.ts";

const request = ({ dir, results }: ReturnType<typeof gardenFolder>, target: string) => ({
  testBanks: join(dir, "test_banks"),
  results,
  target,
});

async function checked(
  harness: Harness,
  target: string,
  garden = gardenFolder(),
  events: Parameters<typeof runPlannedCheck>[2] = {},
) {
  const asked = request(garden, target);
  return runPlannedCheck(harness, { request: asked, plan: planCheck(harness, asked) }, events);
}

const answer = (request: unknown) => gardenShop(request as TargetRequest) as never;

test("a function answers the semantic tests, and built-in rules the others; the results name it", async () => {
  const asked: unknown[] = [];
  const findShelf: RetrieveFunction = async (request) => {
    asked.push({ ...request });
    const found = answer(request);
    // What it does with its copy stays there.
    delete (request as Partial<typeof request>).message;
    request.user_state["seen"] = true;
    return found;
  };
  const harness = houseHarness();
  const { results } = await checked(harness, harness.functions.add(findShelf, "target"));
  expect(results.target).toMatchObject({ name: "function:findShelf", kind: "function" });
  expect(results.semantic).toMatchObject({ average_score: 100, results: { length: 3 } });
  expect(results.semantic!.results.map(({ user_state }) => user_state)).toEqual([{}, {}, {}]);
  expect(asked).toHaveLength(3);
  expect(asked).toContainEqual({
    version: 1,
    ask: "retrieve",
    test_id: "V2-LAWN-001",
    message: "moss wherever I look",
    user_state: { seen: true },
    top_k: 6,
    candidates: 15,
  });
  expect(results.summary.partial).toBe(true);
});

test("an object answers each mechanism with its function, which has its own fields", async () => {
  class Shop implements TargetFunctions {
    readonly deterministic = true;
    readonly #answer = answer;
    retrieve = (request: unknown) => this.#answer(request);
    handlers = (request: unknown) => this.#answer(request);
    match(request: unknown) {
      return this.#answer(request);
    }
    always(request: unknown) {
      return this.#answer(request);
    }
  }
  const harness = houseHarness();
  const { results } = await checked(harness, harness.functions.add(new Shop(), "target"));
  expect(results.target).toMatchObject({
    name: "function:target",
    deterministic: ["semantic", "state", "pattern", "always"],
  });
  expect(results.summary).toMatchObject({ combined_score: 100, partial: false });
});

test("an object without a function for any mechanism is refused, and so is a name without its function", async () => {
  const garden = gardenFolder();
  const harness = houseHarness();
  await expect(
    checked(harness, harness.functions.add({ search: answer }, "target"), garden),
  ).rejects.toMatchObject({
    code: "bad-value",
    message: "The target function has none of retrieve, handlers, match, always.",
  });
  await expect(checked(houseHarness(), "function:findShelf", garden)).rejects.toMatchObject({
    code: "missing-option",
    option: "target",
    message: "The target is the function findShelf, which was not given.",
  });
  expect(existsSync(garden.results)).toBe(false);
});

test("a stopped check resumes with the same function, and starts over with an edited one", async () => {
  const garden = gardenFolder();
  const run = async (findShelf: RetrieveFunction, stopAfter = Infinity) => {
    const asked: string[] = [];
    const harness = houseHarness();
    const named = Object.assign(
      (...given: Parameters<RetrieveFunction>) => {
        asked.push(given[0].test_id);
        return findShelf(...given);
      },
      { toString: () => String(findShelf) },
    );
    const stop = new AbortController();
    const onResult = (_: unknown, { done }: { done: number }) => void (done >= stopAfter && stop.abort());
    const target = harness.functions.add(named, "target");
    await checked(harness, target, garden, { signal: stop.signal, onResult }).catch(() => {});
    return asked;
  };
  expect((await run((one) => answer(one), 1)).length).toBeGreaterThan(0);
  expect((await run((one) => answer(one))).length).toBeLessThan(3);
  await run((one) => answer(one), 1);
  expect(await run((edited) => answer(edited))).toHaveLength(3);
});
