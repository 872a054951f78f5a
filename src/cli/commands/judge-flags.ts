/** Flags of the commands that can have what they play judged at its end. */
export const judgeFlags = {
  judge: {
    type: "string",
    value: "MODEL",
    help: "Who judges it at its end, within the budget; auto: one of another family than the narrator's. Without it nobody does.",
  },
  rubric: {
    type: "string",
    value: "FILE",
    help: "With --judge: a rubric of your own; otherwise rubrics/default.json.",
  },
} as const;
