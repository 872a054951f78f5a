import { HarnessError } from "../errors/index.ts";

/** The journal was written by a later version, whose lines this one could misread. */
export class NewerJournalError extends HarnessError {
  constructor({ path, found, known }: { path: string; found: number; known: number }) {
    super({
      code: "newer-journal",
      message: `${path} has journal format ${found}; this version reads up to ${known}.`,
      remedy: "Upgrade rehearse, or start a new run in another folder. The file was not touched.",
    });
  }
}

/** The file is there but does not begin as a journal does. */
export class NotAJournalError extends HarnessError {
  constructor({ path }: { path: string }) {
    super({
      code: "not-a-journal",
      message: `${path} does not start with a journal header.`,
      remedy: "Name the folder of a run, or move the file away. It was not touched.",
    });
  }
}

/** A line with a good checksum does not read as a journal line, or one that was good is so no longer. */
export class DamagedJournalError extends HarnessError {
  constructor({ path, offset, cause }: { path: string; offset?: number; cause?: unknown }) {
    super({
      code: "damaged-journal",
      message: `${path} was changed or damaged${offset === undefined ? "" : ` at byte ${offset}`} by something else than rehearse.`,
      remedy: "Restore the file from a copy, or start a new run in another folder. The file was not touched.",
      exit: 3,
      cause,
    });
  }
}

/** A call id that the journal knows came with another request: the answer on disk is not its answer. */
export class RequestChangedError extends HarnessError {
  constructor({ call, path }: { call: string; path: string }) {
    super({
      code: "request-changed",
      message: `Call "${call}" was journaled with another request in ${path}.`,
      remedy:
        "A resumed run must ask what it asked before: prompt, guide and models are pinned. " +
        "To change them, branch or start a new run in another folder.",
    });
  }
}
