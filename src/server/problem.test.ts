import { expect, test } from "vitest";
import { BudgetSpentError } from "../kernel/budget/index.ts";
import { HarnessError, type ErrorCode } from "../kernel/errors/index.ts";
import { InterruptedError, InvalidReplyError, ProviderFailure } from "../kernel/models/index.ts";
import { problemOf } from "./problem.ts";

const failure = (code: ErrorCode) =>
  new ProviderFailure({ code, message: "it failed", remedy: "wait", transient: true, billing: "none" });
const harness = (code: ErrorCode, exit?: 2 | 3) =>
  new HarnessError({ code, message: "m", remedy: "r", ...(exit && { exit }) });

test.each([
  [failure("provider-error"), 502],
  [failure("not-found"), 502],
  [failure("timeout"), 504],
  [new InvalidReplyError({ model: "m", text: "", problem: "p", usage: {} }), 502],
  [new BudgetSpentError({ cap: 1, spent: 1, needed: 1 }), 402],
  [new InterruptedError(), 503],
  [harness("folder-locked"), 409],
  [harness("unknown-name"), 404],
  [harness("bad-file"), 400],
  [harness("bad-combination"), 422],
  [harness("disk-full", 3), 507],
  [harness("cannot-write", 3), 500],
])("%s", (error, status) => {
  expect(problemOf(error)).toMatchObject({
    status,
    isBug: false,
    body: { error: { code: error.code, message: error.message } },
  });
  expect(problemOf(error).body.error.remedy).not.toMatch(/Go on with a larger --budget/);
});

test("what can be resumed says how, and which budget the server needs for it", () => {
  const remedyOf = (budget: number, most?: number) =>
    problemOf(new BudgetSpentError({ cap: 1, spent: 1, needed: 1 }), { resumable: { id: "a", budget, most } })
      .body.error.remedy;
  const call = 'To resume: POST /api/operations/resume {"dir":"a","budget":3}';
  expect(remedyOf(3)).toBe(`Everything so far is saved. ${call}`);
  expect(remedyOf(3, 2)).toContain(`Restart the server with --budget 3. ${call}`);
});

test("a bug reveals nothing to the caller", () => {
  const error = new TypeError("cannot read secret of undefined");
  const { status, body, isBug } = problemOf(error);
  expect({ status, isBug, code: body.error.code }).toEqual({ status: 500, isBug: true, code: "bug" });
  expect(JSON.stringify(body)).not.toContain("secret");
});
