import { createHash } from "node:crypto";
import { open, readdir, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf, fileError } from "./file-error.ts";
import { isRunning, processStart } from "./running-process.ts";

/**
 * Why: whatever must appear whole is first written under a name nobody looks at. The name tells who is writing, so that
 * what a killed process left can be told from what a running one is busy with.
 */
const namePattern = /^\.tmp-(?<pid>\d{1,10})-(?<start>[0-9a-f]{8})-\d+$/;

let written = 0;

/** Writes a new hidden file in `dir`, whole and on disk, and gives its path. Leaves nothing when it fails. */
export async function writeTemporaryFile(dir: string, data: string | Uint8Array): Promise<string> {
  const { path, handle } = await create(dir);
  try {
    await using file = handle;
    await writeWhole(file, typeof data === "string" ? Buffer.from(data) : data);
    await file.sync();
    return path;
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw error;
  }
}

/** Deletes the temporary files of writers that are no more, and gives their names. */
export async function removeLeftovers(dir: string): Promise<string[]> {
  try {
    const left = (await readdir(dir)).filter(isLeftover);
    await Promise.all(left.map((name) => rm(join(dir, name), { force: true })));
    return left;
  } catch (error) {
    throw fileError(error, { doing: "clean up", path: dir });
  }
}

async function create(dir: string): Promise<{ path: string; handle: FileHandle }> {
  for (;;) {
    const path = join(dir, `.tmp-${process.pid}-${fingerprint(processStart(process.pid))}-${++written}`);
    try {
      return { path, handle: await open(path, "wx") };
    } catch (error) {
      // Another thread of this process counts on its own: take the next number.
      if (errnoOf(error) !== "EEXIST") throw error;
    }
  }
}

async function writeWhole(file: FileHandle, data: Uint8Array): Promise<void> {
  for (let done = 0; done < data.length; ) {
    const { bytesWritten } = await file.write(data, done, data.length - done, done);
    if (bytesWritten === 0) throw new Error(`the disk took ${done} of ${data.length} bytes`);
    done += bytesWritten;
  }
}

function isLeftover(name: string): boolean {
  const parts = namePattern.exec(name)?.groups;
  if (!parts) return false;
  const pid = Number(parts["pid"]);
  return !isRunning({ pid, start: undefined }) || fingerprint(processStart(pid)) !== parts["start"];
}

const fingerprint = (start: string | undefined) => createHash("sha256").update(start ?? "").digest("hex").slice(0, 8);
