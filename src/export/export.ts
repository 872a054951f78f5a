/**
 * A session, an experiment or a check as one file: the viewer with its data inside, viewable without a server. Or the
 * state after a turn, for replay.
 */
import { basename, dirname, resolve } from "node:path";
import { z } from "zod";
import type { ExportResult } from "../contract/index.ts";
import { about } from "../kernel/errors/index.ts";
import { writeFileSafely } from "../kernel/store/index.ts";
import { type Context, type Ran, operation } from "../operations/declaration.ts";
import { refuseIdle } from "../operations/read-input.ts";
import { file, flag, folder, path, runOptions, whole } from "../operations/options.ts";
import { encodeWholeFile, loadCheckpoint, turnPath, wholeCheckpoint } from "../playtest/index.ts";
import { exportPage } from "../server/index.ts";

const input = z.strictObject({
  dir: path().meta({
    description: "A session, an experiment, or a results file of a check.",
  }),
  out: file(
    "The file to write. Default: NAME.html, NAME-public.html or NAME-turn-N.json in this folder.",
  ).optional(),
  checkpoint: whole(0).optional().meta({
    description: "Of a session: the whole state after this turn as one JSON file, which `replay` accepts.",
    value: "N",
  }),
  public: flag(
    "Only what all players heard: no private moments, wishes, backstories or words of a reader or judge.",
  ),
  kb: folder("The knowledge base that results belong to.").optional(),
  testBanks: folder("The test banks that results belong to.").optional(),
  config: runOptions.config,
});

type Input = z.output<typeof input>;

export default operation({
  name: "export",
  description:
    "The HTML file opens in any browser, offline and without a server. It contains everything that was said, " +
    "including private moments; --public keeps only what all players heard.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: "sessions/abc123" }, says: "Write abc123.html." },
    {
      input: { dir: "sessions/abc123", public: true, out: "for-the-players.html" },
      says: "Without secrets.",
    },
    {
      input: { dir: "matrices/mini-2026-11-15-090000" },
      says: "Its verdict, and the numbers of its sessions.",
    },
    { input: { dir: "results/results_2026-11-15-1201.json" }, says: "A check, test by test." },
    { input: { dir: "sessions/abc123", checkpoint: 22 }, says: "Everything known after turn 22." },
  ],
  plan: (asked) => ({ asked, checkpoint: checkpointOf(asked) }),
  async run({ asked, checkpoint }, context): Promise<Ran<ExportResult>> {
    const { data, name, ...written } =
      checkpoint === undefined ? await page(asked, context) : checkpointFile(checkpoint);
    const file = asked.out ?? name;
    await writeFileSafely(file, data);
    for (const text of written.notes) context.on({ type: "note", level: "warning", text });
    return { result: { ...written, file, bytes: Buffer.byteLength(data) } };
  },
  show: ({ file, bytes }) => [`Written to ${file} (${Math.ceil(bytes / 1_000).toLocaleString("en")} kB)`],
});

/** The turn file to export whole. It holds every secret. */
function checkpointOf({ dir, checkpoint, kb, testBanks, ...given }: Input): string | undefined {
  if (checkpoint === undefined) return undefined;
  refuseIdle({ public: given.public, kb, testBanks }, "A checkpoint is exported whole");
  return turnPath(dir, checkpoint);
}

type File = Omit<ExportResult, "file" | "bytes"> & { name: string; data: string };

function checkpointFile(turnFile: string): File {
  const whole = wholeCheckpoint(about("checkpoint", () => loadCheckpoint(turnFile)).state);
  return {
    kind: "checkpoint",
    name: `${basename(dirname(resolve(turnFile)))}-turn-${whole.turn}.json`,
    data: encodeWholeFile(whole),
    notes: [],
  };
}

async function page(
  { dir, kb, testBanks, public: isPublic = false }: Input,
  { harness }: Context,
): Promise<File> {
  const { kind, name, notes, html } = await exportPage({
    harness,
    path: dir,
    isPublic,
    folders: { kb, testBanks },
  });
  if (kind === "check") refuseIdle({ public: isPublic || undefined }, "A check has no players");
  const stem = `${basename(name, ".json")}${isPublic ? "-public" : ""}`;
  return { kind, name: `${stem}.html`, data: html, notes };
}
