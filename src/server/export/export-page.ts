/**
 * One HTML file of a session, a matrix, an A/B test, a bisection or a check: the viewer, with the API's answers embedded
 * in place of a server.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { z } from "zod";
import {
  abView,
  asSeenBy,
  bisectView,
  matrixView,
  type AbDecision,
  type SessionPage,
  type TestPage,
  type Verdict,
} from "../../contract/index.ts";
import { about, HarnessError, type HarnessErrorFacts } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists, readText, remove, temporaryFolder } from "../../kernel/store/index.ts";
import { isHouseCaution } from "../../playtest/index.ts";
import type { CheckOverrides } from "../../retrieval/index.ts";
import { builtViewer } from "../viewer-files.ts";
import {
  after,
  everyPage,
  type AskApi,
  type Answers,
  type Collected,
  type CollectOptions,
  type PageData,
} from "./answers.ts";
import { FOLDERS, intoWorkspace, type Exportable } from "./exportable.ts";
import { sessionAnswers, textsAnswer } from "./session-answers.ts";

export type ExportedPage = Exportable & Pick<Collected, "title"> & Pick<PageData, "notes"> & { html: string };

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
    const askApi: AskApi = async (address) => {
      const answer = await app.request(`http://127.0.0.1${address}`);
      const said: unknown = await answer.json();
      if (answer.ok) return said as never;
      throw new HarnessError((said as { error: HarnessErrorFacts }).error);
    };
    const { data, title } = await collectAnswers(what, { askApi, isPublic }).finally(close);
    // The path of the temporary copy must not appear.
    const told = JSON.parse(
      JSON.stringify(data).replaceAll(`${JSON.stringify(workspace).slice(1, -1)}/`, ""),
    ) as unknown;
    return { ...what, title, notes: data.notes, html: pageHtml({ title, ...viewer, data: told }) };
  } finally {
    remove(workspace);
  }
}

function readViewer(): { script: string; style: string } {
  const dir = join(builtViewer() ?? "", "single");
  if (!exists(join(dir, "viewer.js")))
    throw new HarnessError({
      code: "viewer-not-built",
      message: "The viewer is not built, and an exported file needs it.",
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
  const policy = [
    `default-src 'none'; script-src ${hashOf(code)}; style-src ${hashOf(css)}`,
    "style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
  ].join("; ");
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
  switch (kind) {
    case "session":
      return sessionAlone(options);
    case "check":
      return checkWhole(name, options);
    default:
      return experimentWhole(kind, name, options);
  }
}

async function sessionAlone(options: CollectOptions): Promise<Collected> {
  const {
    sessions: [card],
  } = await options.askApi<SessionPage>("/api/sessions");
  const { id, story, prompt, narrator } = card!;
  const { answers: played, unreadable } = await sessionAnswers(id, options);
  const answers = { ...played, ...(await textsAnswer(id, options)) };
  const notes = unreadable === undefined ? [] : [`The export is incomplete: ${unreadable}`];
  return {
    data: {
      home: `/sessions/${encodeURIComponent(id)}`,
      answers,
      isPublic: options.isPublic,
      notes,
    },
    title: `${story} · ${prompt} · ${narrator}`,
  };
}

type Answered = { verdict: Verdict; decision?: AbDecision };
const experiments: Record<"matrix" | "ab" | "bisect", z.ZodType<Answered>> = {
  matrix: matrixView,
  ab: abView,
  bisect: bisectView,
};

/** An experiment with its numbers. Its sessions are exported one by one. */
async function experimentWhole(
  kind: keyof typeof experiments,
  id: string,
  { askApi, isPublic }: CollectOptions,
): Promise<Collected> {
  const place = `/${FOLDERS[kind]}/${encodeURIComponent(id)}`;
  const view = await askApi<Answered>(`/api${place}`);
  const shown = isPublic ? inNumbers(asSeenBy(experiments[kind], view, "public"), view.verdict) : view;
  return { data: { home: place, answers: { [`/api${place}`]: shown }, isPublic, notes: [] }, title: id };
}

/** A headline may tell of anything that was said; the decision of a test is a count. */
const inNumbers = <View extends Answered>(view: View, { cautions }: Verdict): View => ({
  ...view,
  verdict: {
    ...view.verdict,
    headline: `${view.decision ? decisionText(view.decision) : ""}This file has the numbers; it leaves out the reasons.`,
    cautions: cautions.filter(isHouseCaution),
  },
});

function decisionText({ winner, pairs, wins }: AbDecision): string {
  const is = winner === null ? "Not decided" : `B is ${winner === "b" ? "better" : "worse"} than A`;
  return `${is}: better in ${wins.b} and worse in ${wins.a} of ${counted(pairs, "pair")}. `;
}

async function checkWhole(name: string, { askApi, isPublic }: CollectOptions): Promise<Collected> {
  const {
    targets: [target],
  } = await askApi<{ targets: string[] }>("/api/retrieval/overview");
  const of = target === undefined ? "" : `target=${encodeURIComponent(target)}`;
  const tests = await everyPage(
    (cursor) => askApi<TestPage>(`/api/retrieval/tests?limit=500&${of}${after(cursor)}`),
    (page) => page.tests,
  );
  const first = await askApi<TestPage>(`/api/retrieval/tests?limit=1&${of}`);
  const answers: Answers = {
    "/api/retrieval/overview": await askApi(`/api/retrieval/overview?${of}`),
    "/api/retrieval/tests": { ...first, tests, total: tests.length, next: null },
  };
  for (const { test_id } of tests)
    answers[`/api/retrieval/tests/${encodeURIComponent(test_id)}`] = await askApi(
      `/api/retrieval/tests/${encodeURIComponent(test_id)}?${of}`,
    );
  return {
    data: { home: "/retrieval", answers, isPublic, notes: [] },
    title: name,
  };
}
