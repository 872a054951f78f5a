/**
 * Measures the disk separately: counts and times every fsync of this process, and can leave them out. Import it before
 * any module that syncs.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

export const syncs = { count: 0, ms: 0, off: false };

type Sync = (fd: number, done: (error: NodeJS.ErrnoException | null) => void) => void;

const counted =
  (sync: Sync): Sync =>
  (fd, done) => {
    if (syncs.off) return void setImmediate(done, null);
    const startedAt = performance.now();
    sync(fd, (error) => {
      syncs.count += 1;
      syncs.ms += performance.now() - startedAt;
      done(error);
    });
  };

Object.assign(fs, { fsync: counted(fs.fsync), fdatasync: counted(fs.fdatasync) });
syncBuiltinESMExports();
