/**
 * One HTML file of a session, a matrix, an A/B test, a bisection or a check: the viewer, with the API's answers embedded in place of a server.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { SessionPage, TestPage } from "../../contract/index.ts";
import { about, HarnessError, type HarnessErrorFacts } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists, readText, remove, temporaryFolder } from "../../kernel/store/index.ts";
import type { CheckOverrides } from "../../retrieval/index.ts";
import { builtViewer } from "../viewer-files.ts";
import { abWhole, bisectWhole } from "./experiment-answers.ts";
import { intoWorkspace, type Exportable } from "./exportable.ts";
import { matrixWhole } from "./matrix-answers.ts";
import {
  after,
  everyPage,
  sessionAnswers,
  textsAnswer,
  withheldNote,
  type Answers,
  type Ask,
  type Collected,
  type CollectOptions,
  type PageData,
} from "./session-answers.ts";

export type ExportedPage = Exportable &
  Pick<Collected, "leftOut" | "title"> &
  Pick<PageData, "notes"> & { html: string };

/** The API over another workspace, without a port. */
export type OpenApp = (options: {
  harness: Harness;
  workspace: string;
  folders: CheckOverrides;
  place: { host: string; port: () => number };
}) => { app: { request(address: string): Response | Promise<Response> }; close(): Promise<void> };

export type ExportOptions = {
  harness: Harness;
  /** The folder of a session, matrix, A/B test or bisection, or a results file. */
  path: string;
  /** Leaves out what not everybody at the table heard. */
  isPublic?: boolean;
  /** Banks and knowledge base of the results, if not the settings'. */
  folders?: CheckOverrides;
};

export async function writePage(
  { harness, path, isPublic = false, folders = {} }: ExportOptions,
  openApp: OpenApp,
): Promise<ExportedPage> {
  const workspace = temporaryFolder("rehearse-export-");
  try {
    const what = about("dir", () => intoWorkspace(path, workspace));
    const viewer = readViewer();
    const { app, close } = openApp({
      harness,
      workspace,
      folders: { ...folders, results: join(workspace, "results") },
      place: { host: "127.0.0.1", port: () => 80 },
    });
    const ask: Ask = async (address) => {
      const answer = await app.request(`http://127.0.0.1${address}`);
      const said: unknown = await answer.json();
      if (answer.ok) return said as never;
      throw new HarnessError((said as { error: HarnessErrorFacts }).error);
    };
    const { data, title, leftOut } = await collectAnswers(what, { ask, isPublic }).finally(close);
    // The path of the temporary copy must not appear.
    const told = JSON.parse(
      JSON.stringify(data).replaceAll(`${JSON.stringify(workspace).slice(1, -1)}/`, ""),
    ) as unknown;
    return { ...what, title, leftOut, notes: data.notes, html: pageHtml({ title, ...viewer, data: told }) };
  } finally {
    remove(workspace);
  }
}

function readViewer(): { script: string; style: string } {
  const dir = join(builtViewer() ?? "", "single");
  if (!exists(join(dir, "viewer.js")))
    throw new HarnessError({
      code: "viewer-not-built",
      message: "The viewer is not built; an exported file contains it.",
      remedy: "Build it: pnpm build:viewer",
    });
  const read = (name: string) => readText(join(dir, name)).replaceAll("\r\n", "\n");
  return { script: read("viewer.js"), style: read("viewer.css") };
}

/** Sequences that end a script in HTML are written as equivalent escapes in JavaScript and JSON. */
const inScript = (text: string): string => text.replaceAll(/<(?=\/?script|!--)/gi, String.raw`\x3C`);

/** Data in a page: nothing in it can be parsed as markup or as a line end of a script. */
export const jsonInPage = (data: unknown): string =>
  JSON.stringify(data)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => escaped[sign]!);

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** A page without network access: only this script and these styles are allowed, by their hashes. */
export function pageHtml({
  title,
  script,
  style,
  data,
}: {
  title: string;
  script: string;
  style: string;
  data: unknown;
}): string {
  const [code, css] = [inScript(script), style.replaceAll(/<(?=\/style)/gi, String.raw`\3C `)];
  const policy = `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(css)}; style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escape(title)} · Rehearse</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<div id="root"></div>
<noscript>This page needs JavaScript. It makes no network requests.</noscript>
<script type="application/json" id="rehearse-data">${jsonInPage(data)}</script>
<script type="module">${code}</script>
</body>
</html>
`;
}

function collectAnswers({ kind, name }: Exportable, options: CollectOptions): Promise<Collected> {
  return {
    session: sessionAlone,
    matrix: matrixWhole,
    ab: abWhole,
    bisect: bisectWhole,
    check: checkWhole,
  }[kind](name, options);
}

async function sessionAlone(_folder: string, options: CollectOptions): Promise<Collected> {
  const {
    sessions: [card],
  } = await options.ask<SessionPage>("/api/sessions");
  const { id, story, prompt, narrator } = card!;
  const { answers: played, unreadable, withheld } = await sessionAnswers(id, options);
  const answers = { ...played, ...(await textsAnswer(id, options)) };
  const notes = [
    ...(unreadable === undefined ? [] : [`The export is incomplete: ${unreadable}`]),
    ...withheldNote(withheld),
  ];
  return {
    data: {
      home: `/sessions/${encodeURIComponent(id)}`,
      places: [],
      answers,
      isPublic: options.isPublic,
      notes,
      problems: {},
    },
    title: `${story} · ${prompt} · ${narrator}`,
    leftOut: 0,
  };
}

async function checkWhole(name: string, { ask, isPublic }: CollectOptions): Promise<Collected> {
  const {
    targets: [target],
  } = await ask<{ targets: string[] }>("/api/retrieval/overview");
  const of = target === undefined ? "" : `target=${encodeURIComponent(target)}`;
  const tests = await everyPage(
    (cursor) => ask<TestPage>(`/api/retrieval/tests?limit=500&${of}${after(cursor)}`),
    (page) => page.tests,
  );
  const first = await ask<TestPage>(`/api/retrieval/tests?limit=1&${of}`);
  const answers: Answers = {
    "/api/check-runs": { items: [], total: 0, next: null },
    "/api/retrieval/overview": await ask(`/api/retrieval/overview?${of}`),
    "/api/retrieval/tests": { ...first, tests, total: tests.length, next: null },
  };
  for (const { test_id } of tests)
    answers[`/api/retrieval/tests/${encodeURIComponent(test_id)}`] = await ask(
      `/api/retrieval/tests/${encodeURIComponent(test_id)}?${of}`,
    );
  return {
    data: { home: "/retrieval", places: ["/retrieval"], answers, isPublic, notes: [], problems: {} },
    title: name,
    leftOut: 0,
  };
}
