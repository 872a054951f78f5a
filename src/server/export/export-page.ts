import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import type { Asked } from "../../retrieval/index.ts";
import { createApp } from "../create-app.ts";
import { builtViewer } from "../viewer/index.ts";
import { collectAnswers } from "./collect-answers.ts";
import { intoWorkspace, type Exportable } from "./exportable.ts";
import type { Ask, Collected, PageData } from "./page-data.ts";
import { pageHtml } from "./page-html.ts";

export type ExportedPage = Exportable &
  Pick<Collected, "leftOut" | "title"> &
  Pick<PageData, "notes"> & { html: string };

export type ExportOptions = {
  harness: Harness;
  /** A session's folder, a matrix's, or a results file. */
  path: string;
  /** Leaves out what not everybody at the table heard. */
  isPublic?: boolean;
  /** Banks and knowledge base that results belong to, where they are not the settings'. */
  folders?: Asked;
};

export async function exportPage({
  harness,
  path,
  isPublic = false,
  folders = {},
}: ExportOptions): Promise<ExportedPage> {
  const workspace = mkdtempSync(join(tmpdir(), "rehearse-export-"));
  try {
    const what = intoWorkspace(path, workspace);
    const viewer = readViewer();
    const { app, close } = createApp({
      harness,
      workspace,
      folders: { ...folders, results: join(workspace, "results") },
      place: { host: "127.0.0.1", port: () => 80 },
    });
    const ask: Ask = async (address) => {
      const answer = await app.request(`http://127.0.0.1${address}`);
      const said: unknown = await answer.json();
      if (answer.ok) return said as never;
      const { code, message, remedy } = (said as { error: { code: string; message: string; remedy: string } })
        .error;
      throw new HarnessError({ code, message, remedy });
    };
    const { data, title, leftOut } = await collectAnswers(what, { ask, isPublic }).finally(close);
    // Where the copy stood is nobody's business, and gone.
    const told = JSON.parse(
      JSON.stringify(data).replaceAll(`${JSON.stringify(workspace).slice(1, -1)}/`, ""),
    ) as unknown;
    return { ...what, title, leftOut, notes: data.notes, html: pageHtml({ title, ...viewer, data: told }) };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

function readViewer(): { script: string; style: string } {
  const dir = join(builtViewer() ?? "", "single");
  if (!existsSync(join(dir, "viewer.js")))
    throw new HarnessError({
      code: "viewer-not-built",
      message: "The viewer is not built, and an exported file has it inside.",
      remedy: "Build it: pnpm build:viewer",
    });
  const read = (name: string) => readFileSync(join(dir, name), "utf8").replaceAll("\r\n", "\n");
  return { script: read("viewer.js"), style: read("viewer.css") };
}
