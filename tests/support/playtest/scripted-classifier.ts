/** A classifier's answer with defaults: a test sets only what it is about. */
import type { ClassifierReply } from "../../../src/playtest/classify/classifier-prompt.ts";

export const classifierSays = (given: Partial<ClassifierReply> = {}): ClassifierReply => ({
  types: ["pulse"],
  beats: [],
  private: [],
  known: [],
  concluded: false,
  confidence: 0.9,
  ...given,
});
