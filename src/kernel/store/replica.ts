/**
 * A folder on this disk can be the working copy of one that is kept in a database. Every change that the store makes in it is passed
 * on, in order, and whoever must not lose it waits for `committed`. Reads are local: a working copy is complete when it is attached.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { HarnessError } from "../errors/index.ts";
import { fileError } from "./file-error.ts";

/** Paths are relative to the folder and use "/". */
export type Replica = {
  readonly root: string;
  put(path: string, data: Buffer): void;
  append(path: string, offset: number, data: Buffer): void;
  /** A file, or everything below a folder. */
  remove(path: string): void;
  /** Money booked in a journal, sent along with its lines. */
  meter(path: string, read: () => Metered): void;
  /** Resolves when every change so far is stored. Throws when the folder belongs to somebody else by now. */
  committed(): Promise<void>;
};

/** In USD. `atMost` includes attempts that may have been billed. */
export type Metered = { cost: number; atMost: number };

/** Few: one for each session that this process plays. */
const attached = new Map<string, Replica>();

/** Changes below the replica's root are passed on to it until the returned function is called. */
export function attachReplica(replica: Replica): () => void {
  const root = resolve(replica.root);
  if (attached.has(root)) throw new Error(`${root} has a replica already.`);
  attached.set(root, replica);
  return () => void attached.delete(root);
}

/** Undefined: the path is an ordinary file of this disk. */
export function replicaOf(path: string): { replica: Replica; path: string } | undefined {
  if (attached.size === 0) return undefined;
  const whole = resolve(path);
  for (const [root, replica] of attached)
    if (whole === root || whole.startsWith(root + sep))
      return { replica, path: relative(root, whole).replaceAll(sep, "/") };
  return undefined;
}

/** Passes on a file that was just written, and waits until it is stored. */
export async function replicateFile(path: string): Promise<void> {
  const found = replicaOf(path);
  if (!found) return;
  found.replica.put(found.path, readFileSync(path));
  await found.replica.committed();
}

/** Fills a working copy before it is attached. A kill may tear it: it is made again from what is stored. */
export function writeWorkingCopy(path: string, data: Buffer): void {
  try {
    writeFileSync(path, data);
  } catch (error) {
    throw fileError(error, { doing: "write", path });
  }
}

/** The same where somebody reads meanwhile: a file that is there is whole. */
export function replaceWorkingCopy(path: string, data: Buffer): void {
  const temporary = join(dirname(path), `.new-${basename(path)}`);
  writeWorkingCopy(temporary, data);
  try {
    renameSync(temporary, path);
  } catch (error) {
    throw fileError(error, { doing: "write", path });
  }
}

export function extendWorkingCopy(path: string, data: Buffer): void {
  try {
    appendFileSync(path, data);
  } catch (error) {
    throw fileError(error, { doing: "write", path });
  }
}

/** Marks a folder that holds copies of queued runs, in `matrices/RUN` and `abs/RUN`. Only the mirror itself writes there. */
export const MIRROR_FILE = ".rehearse-mirror";
/** A mirror's deepest folder that a command can name: `matrices/RUN/sessions/SESSION/verdicts`. */
const DEPTH = 6;

/** What is written to a mirror would be lost, and the workers would not know of it. */
export function refuseMirror(dir: string): void {
  let root = resolve(dir);
  for (let depth = 0; depth < DEPTH && !existsSync(join(root, MIRROR_FILE)); depth++) root = dirname(root);
  if (!existsSync(join(root, MIRROR_FILE))) return;
  const run = relative(root, resolve(dir)).split(sep)[1] ?? "RUN";
  throw new HarnessError({
    code: "read-only-mirror",
    message: `${dir} is a read-only copy of the queued run ${run}. Nothing was written.`,
    remedy: `To continue it on the workers: rehearse runs resume ${run}. To work on a copy of your own: rehearse export ${run} --to DIR.`,
  });
}
