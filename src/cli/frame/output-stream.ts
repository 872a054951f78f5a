/** Where text is written: a terminal, a pipe, or a test's memory. */
export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };
/** Where a person's answers come from. */
export type InputStream = NodeJS.ReadableStream & { isTTY?: boolean };
