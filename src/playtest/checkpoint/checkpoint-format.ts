/**
 * How checkpoints are stored, as one line of JSON for jq. A `turn-N.json` and a reading have a checksum, then their body.
 * A whole checkpoint, from `export --checkpoint`, has its fields after the checksum.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { z } from "zod";
import {
  checkpoint,
  formatVersion,
  reading,
  turnFile,
  type Checkpoint,
  type Reading,
  type TurnFile,
} from "../../contract/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { requireFormat } from "../../kernel/store/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";

type CheckpointProblem = {
  /** `wrong-folder`: it is something else. */
  code?: "damaged-file" | "wrong-folder";
  path: string;
  problem: string;
  remedy?: string;
  cause?: unknown;
};

export class CheckpointError extends HarnessError {
  readonly problem: string;

  constructor({ code = "damaged-file", path, problem, remedy = usual(path), cause }: CheckpointProblem) {
    super({ code, message: `${path} cannot be used: ${problem}.`, remedy, cause });
    this.problem = problem;
  }
}

/** A turn can be played again at no cost, because the journal keeps the answers. Not the start: it holds the config. */
function usual(path: string): string {
  const turn = /^turn-(\d+)\.json$/.exec(basename(path))?.[1];
  if (turn === undefined)
    return "Give a turn-N.json of a session, or a file written by `rehearse export DIR --checkpoint N`.";
  return turn === "0"
    ? "Restore the file from a copy, or play the session again: its other turns cannot be read without it."
    : "Restore the file from a copy. Or delete it and the turns after it, " +
        "then resume (for a transcript, repeat `observe`): saved answers in calls.jsonl are reused at no " +
        "cost.";
}

export const encodeTurnFile = (file: TurnFile): { text: string; checksum: string } =>
  encoded(file, file.kind);
export const encodeReading = (made: Reading): string => encoded(made, "reading").text;

/** Keys are redacted before the checksum. */
function encoded(content: TurnFile | Reading, kind: string): { text: string; checksum: string } {
  const body = withoutSecrets(JSON.stringify(content));
  const checksum = digest(body);
  const text = `{"checksum":"${checksum}","version":${formatVersion},"kind":"${kind}","body":${body}}\n`;
  return { text, checksum };
}

export function encodeWholeFile(whole: Checkpoint): string {
  const body = withoutSecrets(JSON.stringify(whole));
  return `{"checksum":"${digest(body)}",${body.slice(1)}\n`;
}

export function decodeTurnFile(text: string, path: string): { file: TurnFile; checksum: string } {
  const { kind, checksum, body } = openEnvelope(text, path);
  if ((kind !== "turn" && kind !== "start") || body === undefined) throw noCheckpoint(path);
  return { file: verified(body, { checksum, shape: turnFile, path }), checksum };
}

export function decodeReading(text: string, path: string): Reading {
  const { kind, checksum, body } = openEnvelope(text, path);
  if (kind !== "reading") throw new CheckpointError({ path, problem: "it is not a reading" });
  return verified(body, { checksum, shape: reading, path });
}

/** Undefined: the file is of another kind. */
export function decodeWholeFile(text: string, path: string): Checkpoint | undefined {
  const { checksum, ...body } = openEnvelope(text, path);
  return body.kind === "checkpoint" ? verified(body, { checksum, shape: checkpoint, path }) : undefined;
}

/** The start of every stored checkpoint: a checksum of the rest, and the version of its format. */
type Envelope = { checksum: string; version: number; kind?: unknown; body?: unknown };

function openEnvelope(text: string, path: string): Envelope {
  let outer: Partial<Envelope> | null;
  try {
    outer = JSON.parse(text) as Partial<Envelope> | null;
  } catch (error) {
    if (!/^\s*(\{|$)/.test(text)) throw noCheckpoint(path);
    const isWhole = text.trimEnd().endsWith("}") || /^\s*\{\s*[^\s"]/.test(text);
    const problem = isWhole ? "it is not JSON" : "it is truncated";
    throw new CheckpointError({ path, problem, cause: error });
  }
  if (typeof outer?.version !== "number") throw noCheckpoint(path);
  requireFormat(outer, path);
  return outer as Envelope;
}

function noCheckpoint(path: string): CheckpointError {
  const isTurn = /^turn-\d+\.json$/.test(basename(path));
  const [folder, session] = [dirname(dirname(path)), dirname(dirname(dirname(path)))];
  const isReading = isTurn && basename(folder) === "readings";
  return new CheckpointError({
    code: isTurn && !isReading ? "damaged-file" : "wrong-folder",
    path,
    problem: isReading ? `it is a reading by ${basename(dirname(path))}` : "it is not a checkpoint",
    remedy: isReading ? `Give ${join(session, basename(path))}, or the session: ${session}` : undefined,
  });
}

function verified<Shape extends z.ZodType>(
  body: unknown,
  { checksum, shape, path }: { checksum: string; shape: Shape; path: string },
): z.output<Shape> {
  if (digest(JSON.stringify(body)) !== checksum)
    throw new CheckpointError({
      path,
      problem: "its checksum does not match: it was changed after it was written",
    });
  const { data, error } = shape.safeParse(body);
  if (!error) return data;
  const [issue] = error.issues;
  throw new CheckpointError({
    path,
    problem: `it is not valid: ${issue?.path.join(".")}: ${issue?.message}`,
    cause: error,
  });
}

export const digest = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, 22);
