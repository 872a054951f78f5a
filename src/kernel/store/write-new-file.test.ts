import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { writeNewFile } from "./index.ts";

const folder = () => mkdtempSync(join(tmpdir(), "new-file-"));

test("a name that is taken is left alone, and the next one is taken", async () => {
  const dir = folder();
  const paths: string[] = [];
  for (const data of ["one", "two", "three"])
    paths.push(await writeNewFile({ dir, stem: "report_x", extension: "md", data }));
  expect(paths.map((path) => basename(path))).toEqual(["report_x.md", "report_x_2.md", "report_x_3.md"]);
  expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(["one", "two", "three"]);
});

test("many writers at once each get a file of their own, and leave nothing else behind", async () => {
  const dir = folder();
  const paths = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      writeNewFile({ dir, stem: "a", extension: "json", data: String(index) }),
    ),
  );
  expect(new Set(paths).size).toBe(20);
  expect(readdirSync(dir).toSorted()).toEqual(paths.map((path) => basename(path)).toSorted());
  expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(
    Array.from({ length: 20 }, (_, index) => String(index)),
  );
});

test("a folder that is not there is named", async () => {
  await expect(
    writeNewFile({ dir: join(folder(), "nowhere"), stem: "a", extension: "json", data: "" }),
  ).rejects.toThrow(/nowhere/);
});

test("pieces are one file, whatever their bytes", async () => {
  const path = await writeNewFile({
    dir: folder(),
    stem: "a",
    extension: "json",
    data: ["[", '"ü"', "", ",2]"],
  });
  expect(readFileSync(path, "utf8")).toBe('["ü",2]');
});

test("pieces of which one cannot be made leave nothing behind", async () => {
  const dir = folder();
  const data = (function* () {
    yield "half";
    throw new Error("no more");
  })();
  await expect(writeNewFile({ dir, stem: "a", extension: "json", data })).rejects.toThrow(/no more/);
  expect(readdirSync(dir)).toEqual([]);
});
