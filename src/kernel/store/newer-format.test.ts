import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NewerFormatError, refuseNewer, writeVersionedFile } from "./index.ts";

const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), "newer-")), "a.json");
  writeFileSync(path, text);
  return path;
};

test.each(['{"version":2,"a":1}', '{\n  "version": 2\n}\n', `{"version": 10, "a": "${"x".repeat(5_000)}"}`])(
  "a file of a later version is not overwritten: %s",
  async (text) => {
    const path = file(text);
    await expect(writeVersionedFile(path, '{"version":1}')).rejects.toThrow(NewerFormatError);
    expect(readFileSync(path, "utf8")).toBe(text);
  },
);

test.each(['{"version":1}', '{"a":{"version":9}}', "{", "", "no JSON"])(
  "a file of this version, and a damaged one, is overwritten: %s",
  async (text) => {
    const path = file(text);
    await writeVersionedFile(path, '{"version":1,"b":2}');
    expect(readFileSync(path, "utf8")).toBe('{"version":1,"b":2}');
  },
);

test("the message names the file, both versions, and what to do", () => {
  expect(() => refuseNewer({ version: 3 }, "runs/a.json", 2)).toThrow(
    expect.objectContaining({
      code: "newer-format",
      exit: 2,
      message: "runs/a.json has format 3; this version of rehearse reads up to 2. It was left as it is.",
      remedy: expect.stringContaining("Upgrade rehearse"),
    }),
  );
  for (const value of [{ version: 1 }, { version: "9" }, {}, null, undefined, [], "x"])
    expect(() => refuseNewer(value, "a")).not.toThrow();
});
