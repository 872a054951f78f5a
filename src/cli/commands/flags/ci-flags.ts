/** The flags that the frame handles for commands that run long: see frame/for-ci.ts. */

export const timeoutFlag = {
  timeout: {
    type: "duration",
    help: "Stop after this time as Ctrl+C would, with exit 130: everything so far is saved and can be resumed. 90s, 15m, 1h30m.",
  },
} as const;

export const commentFlag = {
  comment: {
    type: "string",
    value: "FILE",
    help: "Write a comment for a pull request: verdict, worst findings, cost. Its first line is a hidden marker that stays the same, so that the comment can be updated.",
  },
} as const;

export const ciFlags = {
  ...commentFlag,
  junit: {
    type: "string",
    value: "FILE",
    help: "Write JUnit XML for CI. It has a failure if and only if the exit code is 1.",
  },
  ...timeoutFlag,
} as const;
