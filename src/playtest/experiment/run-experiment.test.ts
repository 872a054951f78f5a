import { expect, test } from "vitest";
import { HarnessError, type ErrorCode, type ExitCode } from "../../kernel/errors/index.ts";
import { ProviderFailure } from "../../kernel/models/index.ts";
import { stopsAllSessions } from "./run-experiment.ts";

const own = (code: ErrorCode, exit: ExitCode = 2) =>
  new HarnessError({ code, exit, message: "no", remedy: "none" });
const provider = (code: ErrorCode) =>
  new ProviderFailure({ code, message: "no", remedy: "none", transient: false, billing: "none", exit: 2 });

test("a spent budget, Ctrl+C, missing keys and a provider's refusal stop all sessions", () => {
  for (const error of [
    own("budget-spent", 4),
    own("interrupted", 130),
    own("missing-keys"),
    own("unknown-name"),
    own("request-changed"),
    provider("unauthorised"),
    provider("no-credit"),
    provider("forbidden"),
    provider("not-found"),
  ])
    expect(stopsAllSessions(error), error.code).toBe(true);
});

test("a bad request, an unreadable file or a failing provider stops one session", () => {
  for (const error of [
    provider("bad-request"),
    provider("moderated"),
    own("bad-file"),
    own("damaged-file"),
    own("folder-locked"),
    own("not-found"),
    own("provider-error", 3),
  ])
    expect(stopsAllSessions(error), error.code).toBe(false);
});
