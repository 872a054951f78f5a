/** A/B tests and bisections over a real port: as their files say, also while they run, and safely in public. */
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  abView,
  bisectView,
  experimentPage,
  matrixView,
  type AbView,
  type BisectView,
} from "../../../src/contract/index.ts";
import { publicAb } from "../../../src/server/export/public-ab.ts";
import { publicBisect } from "../../../src/server/export/public-bisect.ts";
import type { ViewerWorkspace } from "../../browser/viewer-workspace.ts";
import { dataIn, exportFrom } from "../../support/server/exported-page.ts";
import { makeExperiments } from "../../support/server/experiment-workspace.ts";
import { serveWorkspace, type Served } from "../../support/server/served-workspace.ts";

let workspace: ViewerWorkspace;
let served: Served;
beforeAll(async () => {
  workspace = await makeExperiments();
  served = await serveWorkspace(workspace);
}, 90_000);
afterAll(async () => {
  await served?.[Symbol.asyncDispose]();
  workspace?.[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

const at = (...parts: string[]) => join(workspace.dir, ...parts);
const json = async (path: string) => (await served.ask(path)).json as unknown;
const ab = async (id: string): Promise<AbView> => abView.parse(await json(`/api/ab/${id}`));
const bisect = async (id: string): Promise<BisectView> => bisectView.parse(await json(`/api/bisects/${id}`));

test("all kinds are in one list, each with its verdict; a kind can be asked for", async () => {
  const { experiments, total } = experimentPage.parse(await json("/api/experiments"));
  expect(total).toBe(5);
  expect(experiments.map(({ kind, id }) => `${kind} ${id}`).sort()).toEqual([
    "ab few",
    "ab loops",
    "bisect lost",
    "matrix after",
    "matrix before",
  ]);
  expect(experiments.map(({ at }) => at!)).toEqual(
    experiments
      .map(({ at }) => at!)
      .toSorted()
      .toReversed(),
  );
  for (const { verdict, progress } of experiments) {
    expect(verdict.headline).toMatch(/\S\.$/);
    expect(progress.done).toBe(progress.planned);
  }
  expect(experimentPage.parse(await json("/api/experiments?kind=ab")).total).toBe(2);
  expect(
    experimentPage
      .parse(await json("/api/ab"))
      .experiments.map(({ id }) => id)
      .sort(),
  ).toEqual(["few", "loops"]);
  expect((await served.ask("/api/experiments?kind=guess")).status).toBe(422);
});

test("a matrix has its verdict, also beside a baseline", async () => {
  const view = matrixView.parse(await json("/api/matrices/after"));
  expect(view.verdict.headline).toMatch(/\.$/);
  expect((await served.ask("/api/matrices/after/rows?prompt=baseline")).status).toBe(200);
});

test("unknown names and links are refused", async () => {
  for (const path of ["ab", "bisects"])
    for (const id of ["nobody", "..", "%2e%2e%2fsessions", "constructor"])
      expect((await served.ask(`/api/${path}/${id}`)).status).toBe(404);
  symlinkSync("/etc/hostname", at("ab/few/report-link"));
  expect((await served.ask("/api/ab/few")).status).toBe(400);
  expect(
    experimentPage.parse(await json("/api/ab")).experiments.find(({ id }) => id === "few"),
  ).toMatchObject({
    unreadable: expect.stringContaining("is a link") as string,
  });
  rmSync(at("ab/few/report-link"));
  expect(existsSync("/etc/hostname")).toBe(true);
});

test("a public file has the verdict and the numbers, and no prompt, finding or private word", async () => {
  const write = async (path: string, isPublic: boolean) =>
    (await exportFrom(workspace, { path: at(path), isPublic })).html;
  const [whole, open] = [await write("ab/few", false), await write("ab/few", true)];
  const line = (await ab("few")).differs.texts[0]!.changes.find(({ sign }) => sign === "+");
  const quoted = JSON.stringify(line!.line).slice(1, 30);
  expect([whole.includes(quoted), open.includes(quoted)]).toEqual([true, false]);
  const shown = abView.parse(dataIn(open).answers["/api/ab/few"]);
  const { decision, verdict } = await ab("few");
  expect(shown.decision).toEqual(decision);
  expect(shown.verdict).toMatchObject({ outcome: verdict.outcome, headline: verdict.headline, next: [] });
  const loops = abView.parse(dataIn(await write("ab/loops", true)).answers["/api/ab/loops"]);
  expect(loops.verdict.because[0]).toMatchObject({ label: "loops" });
  expect(loops.verdict.because[0]).not.toHaveProperty("quote");
  expect((await ab("loops")).verdict.because[0]).toHaveProperty("quote");
  const found = bisectView.parse(dataIn(await write("bisects/lost", true)).answers["/api/bisects/lost"]);
  expect(found).toMatchObject({ said: null, criterion: "", verdict: { facts: [], next: [] } });
  expect(found.verdict.headline).toBe((await bisect("lost")).verdict.headline);
});

test("a public file does not tell how an experiment on a private metric ended", async () => {
  const kinds = {
    "ab/loops": {
      file: "ab-plan.json",
      part: { finding: { id: "t6-leak", kind: "leak", lastTurn: 6 }, pairs: 40 },
    },
    "bisects/lost": {
      file: "bisect-plan.json",
      part: { criterion: { metric: "private-fit", sign: ">=", value: 0.5 } },
    },
  };
  for (const [path, { file, part }] of Object.entries(kinds)) {
    const copy = at("private", path);
    cpSync(at(path), copy, { recursive: true });
    for (const old of ["ab.json", "bisect.json", "matrix.json"]) rmSync(join(copy, old), { force: true });
    const plan = JSON.parse(readFileSync(join(copy, file), "utf8")) as object;
    writeFileSync(join(copy, file), JSON.stringify({ ...plan, ...part }));
    const write = async (isPublic: boolean) =>
      dataIn((await exportFrom(workspace, { path: copy, isPublic })).html);
    const [whole, open] = [await write(false), await write(true)];
    const view = whole.answers[`/api/${path}`]! as AbView | BisectView;
    const told = JSON.stringify(open);
    expect(JSON.stringify(whole)).toContain(view.verdict.headline);
    expect(told).not.toContain(view.verdict.headline);
    expect(told).toContain("is about private content, so this file leaves out the result.");
    expect(told).not.toMatch(/t6-leak|"kind":"leak"|private-fit/);
    // Neither that it ended before its maximum, nor where a bisection looked.
    expect(told).not.toMatch(/"(planned|pairs)":40/);
    if ("said" in view) for (const { sessionId } of view.probes) expect(told).not.toContain(sessionId);
  }
  for (const form of ["report", "json"])
    expect(await served.ask(`/api/ab/few/download?form=${form}&public=true`)).toMatchObject({
      status: 422,
      json: { error: { option: "public" } },
    });
});

/** Texts that are names or fixed words. */
const names = new Set(
  "id at label metric better sessionId session unit is won crashed winner tested verdict kind shape changed a b betterMean".split(
    " ",
  ),
);

/** The same with a canary in every other text, and an extra field beside every field. */
function planted(value: unknown, canary: string, key = ""): unknown {
  if (typeof value === "string") return names.has(key) ? value : `${value} ${canary}`;
  if (Array.isArray(value)) return value.map((one) => planted(one, canary, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries([
    ...Object.entries(value).map(([name, inner]) => [name, planted(inner, canary, name)] as const),
    [`hidden ${key}`, canary],
  ]);
}

/** A test about what only one player knows. */
const aboutLeak = (view: AbView): AbView => ({
  ...view,
  plan: { ...view.plan, finding: { id: "t6-leak", kind: "leak", lastTurn: 6 } },
});

test("new fields and stored sentences do not appear in the public view", async () => {
  const [test, search] = [await ab("few"), await bisect("lost")];
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{12}$/), (canary) => {
      const shown = [
        publicAb(planted(test, canary) as AbView),
        publicAb(aboutLeak(planted(test, canary) as AbView)),
        publicBisect(planted(search, canary) as BisectView),
      ];
      return !JSON.stringify(shown).includes(canary);
    }),
    { numRuns: 20 },
  );
  const hidden = publicAb(aboutLeak(test));
  expect(hidden.pairs).toMatchObject(test.pairs.map(() => ({ a: null, b: null, won: "missing" })));
  expect(JSON.stringify(hidden)).not.toContain("leak");
  expect(publicBisect({ ...search, criterion: "private-fit >= 0.5" }).probes).toEqual([]);
});
