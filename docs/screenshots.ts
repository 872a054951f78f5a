/**
 * Pictures of every page of the viewer, light and dark, wide and as on a phone: `node docs/screenshots.ts`.
 * All are written to docs/screenshots (not kept in Git). Those that the guides show go to docs/guide/images, and every page in light
 * colours, wide and as on a phone, to docs/guide/images/pages.
 * The workspace holds sessions recorded from a language model and experiments of the house cast. Build the viewer first.
 */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { openBrowser } from "../tests/browser/chromium.ts";
import { smallerPng } from "./smaller-png.ts";

const root = resolve(import.meta.dirname, "..");
const all = join(root, "docs/screenshots");
const guide = join(root, "docs/guide/images");
const pictures = join(guide, "pages");
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const themes = ["light", "dark"] as const;
type Size = keyof typeof sizes;

/** Pictures of the guides: the page, then how it is shown. */
const chosen: Record<string, { page: string; size: Size; theme: (typeof themes)[number] }> = {
  session: { page: "session", size: "wide", theme: "light" },
  finding: { page: "findings", size: "wide", theme: "dark" },
  sessions: { page: "sessions", size: "wide", theme: "light" },
  ab: { page: "ab", size: "wide", theme: "dark" },
  failures: { page: "failures", size: "wide", theme: "light" },
};

const workspace = mkdtempSync(join(tmpdir(), "rehearse-screenshots-"));
const call = promisify(execFile);
const rehearse = async (words: string, ...more: string[]): Promise<void> => {
  console.log(`rehearse ${[words, ...more].join(" ")}`);
  // A found problem is exit code 1, which is no failure here.
  await call(join(root, "rehearse"), [...words.split(" "), ...more], {
    cwd: workspace,
    maxBuffer: 1e8,
  }).catch((error: { code?: unknown; stderr?: string }) => {
    if (error.code !== 1) throw new Error(`${words} failed: ${error.stderr}`);
  });
};
/** The newest folder among the sessions, or of another kind. */
const newest = (kind = "sessions"): string =>
  readdirSync(join(workspace, kind))
    .map((name) => ({ name, at: statSync(join(workspace, kind, name)).birthtimeMs }))
    .sort((a, b) => b.at - a.at)[0]!.name;

async function makeWorkspace(): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const name of ["long-quiet", "salt-road", "innsmouth"]) {
    await rehearse("play --recording", join(root, "recordings", name));
    ids[name] = newest();
  }
  await rehearse("play --narrator house/looping --observer house --seed 7 --max-turns 20");
  ids["looping"] = newest();
  const checkpoint = `sessions/${ids["looping"]}/turn-11.json`;
  for (const narrator of ["house", "house/rushed"])
    await rehearse(`replay --checkpoint ${checkpoint} --narrator ${narrator} --turns 6`);
  await rehearse(`ab --checkpoint ${checkpoint} --b narrator=house --observer house`);
  await rehearse("play --narrator house/stalled --observer house --seed 2 --max-turns 10");
  ids["stalled"] = newest();
  await rehearse(`bisect sessions/${ids["stalled"]} --turns 3`);
  await rehearse(
    "matrix --stories innsmouth --prompts baseline,structured --narrator house,house/looping --observer house --sessions 4 --max-turns 12",
  );
  await rehearse("check --target offline");
  return { ...ids, matrix: newest("matrices"), ab: newest("ab"), bisect: newest("bisects") };
}

/** Pages by the name of their picture; what each must show before it is taken. */
const pagesOf = (ids: Record<string, string>): Record<string, { path: string; shows: string }> => ({
  sessions: { path: "/sessions", shows: ".session-row:not(.head)" },
  session: { path: `/sessions/${ids["innsmouth"]}?turn=6`, shows: "article.turn .narration" },
  findings: { path: `/sessions/${ids["innsmouth"]}?lens=issues&issue=0`, shows: ".issue-list .chosen" },
  score: { path: `/sessions/${ids["innsmouth"]}?lens=score`, shows: ".lens .facts" },
  players: { path: `/sessions/${ids["innsmouth"]}?lens=players&as=0`, shows: ".eyes-note" },
  texts: { path: `/sessions/${ids["innsmouth"]}?lens=texts`, shows: ".used-text pre" },
  edit: { path: `/sessions/${ids["looping"]}/edit?turn=5&issue=0`, shows: ".estimate-cost" },
  branches: { path: `/sessions/${ids["looping"]}?lens=branches`, shows: ".branch-tree" },
  compare: {
    path: `/compare?sessions=${ids["looping"]}&sessions=${ids["stalled"]}`,
    shows: "main h1",
  },
  experiments: { path: "/experiments", shows: "main h1" },
  matrix: { path: `/matrices/${ids["matrix"]}`, shows: "main h1" },
  ab: { path: `/ab/${ids["ab"]}`, shows: "main h1" },
  bisect: { path: `/bisects/${ids["bisect"]}`, shows: "main h1" },
  failures: { path: "/failures", shows: "main h1" },
  retrieval: { path: "/retrieval", shows: ".score-panel" },
  test: { path: "/retrieval/tests/V2-GR-001", shows: ".test-page .score-panel" },
  runs: { path: "/runs", shows: "main h1" },
  start: { path: "/start", shows: ".estimate-facts" },
});

/** The server as its users start it. Its address, and how to stop it. */
async function serve(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = spawn(join(root, "rehearse"), ["serve", "--port", "0", "--json", "--target", "offline"], {
    cwd: workspace,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const part of server.stdout) {
    text += String(part);
    if (text.includes("}")) break;
  }
  return {
    ...(JSON.parse(text) as { url: string }),
    stop: () =>
      new Promise((done) => {
        server.once("exit", () => done());
        server.kill("SIGINT");
      }),
  };
}

const PATIENCE_MS = 10_000;
const LOOK_MS = 50;
const settled = async (page: Page, shows: string): Promise<void> => {
  await page.locator(shows).first().waitFor({ timeout: PATIENCE_MS });
  const loading = page.locator(".skeleton, .spinner").or(page.getByText(/so far: reading/));
  for (let looks = 0; (await loading.count()) > 0 && looks < PATIENCE_MS / LOOK_MS; looks++)
    await page.waitForTimeout(LOOK_MS);
  await page.waitForTimeout(250);
};

/** Run in the page: commands as users of the package type them, without the path of this clone. */
const asInstalled = (clone: string): string => `{
  const clone = ${JSON.stringify(clone)};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.nodeValue.includes(clone)) text.nodeValue = text.nodeValue.replaceAll(clone, "rehearse");
  }
}`;

async function takePictures(url: string, ids: Record<string, string>): Promise<void> {
  const browser = await openBrowser();
  for (const [size, viewport] of Object.entries(sizes))
    for (const theme of themes) {
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: "reduce" });
      const page = await context.newPage();
      for (const [name, { path, shows }] of Object.entries(pagesOf(ids))) {
        await page.goto(url + path);
        await settled(page, shows).catch((error: unknown) =>
          console.warn(`${name} (${size}): ${String(error)}`),
        );
        await page.evaluate(asInstalled(join(root, "rehearse")));
        const taken = await page.screenshot({ path: join(all, `${name}-${size}-${theme}.png`) });
        const kept = Object.entries(chosen)
          .filter(([, wish]) => wish.page === name && wish.size === size && wish.theme === theme)
          .map(([file]) => join(guide, `${file}.png`));
        if (theme === "light") kept.push(join(pictures, `${name}-${size}.png`));
        if (kept.length === 0) continue;
        const small = await smallerPng(page, taken);
        for (const file of kept) writeFileSync(file, small);
      }
      await context.close();
    }
  await browser.close();
}

rmSync(all, { recursive: true, force: true });
mkdirSync(all, { recursive: true });
rmSync(pictures, { recursive: true, force: true });
mkdirSync(pictures, { recursive: true });
const ids = await makeWorkspace();
const server = await serve();
try {
  await takePictures(server.url, ids);
} finally {
  await server.stop();
  rmSync(workspace, { recursive: true, force: true });
}
for (const name of Object.keys(chosen))
  console.log(
    `docs/guide/images/${name}.png ${Math.round(statSync(join(guide, `${name}.png`)).size / 1e3)} KB`,
  );
