import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { HarnessError } from "../errors/index.ts";
import { fileError, midRun } from "./index.ts";

const failure = (code: string) => Object.assign(new Error(`${code}: went wrong`), { code });

test.each([
  ["ENOSPC", "disk-full", 3],
  ["EDQUOT", "disk-full", 3],
  ["EACCES", "no-permission", 2],
  ["EPERM", "no-permission", 2],
  ["EROFS", "no-permission", 2],
  ["ENOENT", "not-found", 2],
  ["EISDIR", "bad-path", 2],
  ["ENOTDIR", "bad-path", 2],
  ["ENAMETOOLONG", "bad-path", 2],
  ["EMFILE", "cannot-write", 3],
  ["EIO", "cannot-write", 3],
])("%s becomes %s with exit %i", (errno, code, exit) => {
  const cause = failure(errno);
  const error = fileError(cause, { doing: "write", path: "runs/a.json" });
  expect(error).toBeInstanceOf(HarnessError);
  expect(error).toMatchObject({ code, exit, cause });
  expect(error.message).toContain("Cannot write runs/a.json");
  expect(error.message).toContain(errno);
  expect(error.remedy).not.toBe("");
});

test("an unknown failure to read is cannot-read", () => {
  expect(fileError(failure("EIO"), { doing: "read", path: "a" })).toMatchObject({
    code: "cannot-read",
    exit: 2,
  });
});

test("a real error of the system is recognised, and an explained one stays as it is", () => {
  let thrown: unknown;
  try {
    readFileSync("no/such/file");
  } catch (error) {
    thrown = error;
  }
  const explained = fileError(thrown, { doing: "read", path: "no/such/file" });
  expect(explained.code).toBe("not-found");
  expect(fileError(explained, { doing: "write", path: "other" })).toBe(explained);
});

test.each(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EISDIR", "ENOSPC", "EDQUOT"])(
  "%s during a run is the machine's failure, with the same words",
  (errno) => {
    const error = fileError(failure(errno), { doing: "write", path: "runs/a.json" });
    expect(midRun(error)).toMatchObject({ code: error.code, message: error.message, exit: 3 });
  },
);
