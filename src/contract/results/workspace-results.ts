/** What the operations on guides, models and exported files return. */
import type { Story } from "../playtest/story.ts";
import type { Totals } from "../shared/journal.ts";
import type { ModelEntry } from "../shared/models.ts";
import type { Note } from "../shared/note.ts";

/** One call to one model. */
export interface CalledModel {
  model: string;
  answeredBy: string;
  dir: string;
  totals: Totals;
  notes: Note[];
}

export interface ModelAnswer extends CalledModel {
  text: string;
}

export interface ListedModel extends ModelEntry {
  name: string;
  label: string;
  /** It can be called now. */
  ready: boolean;
}

export interface KeyState {
  provider: string;
  variable: string;
  present: boolean;
}

export interface ModelList {
  models: ListedModel[];
  house: Array<{ name: string; does: string }>;
  keys: KeyState[];
  notes: string[];
}

export interface ListedStory {
  name: string;
  id?: string;
  title?: string;
  genre?: string | undefined;
  pulses?: number;
  /** Its path, or `shipped`. */
  from?: string | undefined;
  /** Why it cannot be played. */
  problems?: string[];
}

export interface StoryProblem {
  severity: "error" | "warning";
  problem: string;
}

/** Parts are counted where the guide can be read. */
export interface CheckedStory {
  path: string;
  id?: string | undefined;
  title?: string | undefined;
  pulses?: number | undefined;
  npcs?: number | undefined;
  locations?: number | undefined;
  devices?: number | undefined;
  endings?: number | undefined;
  commitments?: number | undefined;
  /** The beats that were found in a text, and how. */
  beats?: { rule: string; says: string; titles: string[] } | undefined;
  problems: StoryProblem[];
}

export interface ImportedStory extends CalledModel {
  path: string;
  guide: Story;
  /** What its author should look at. */
  open: string[];
}

export interface ExportResult {
  kind: "session" | "matrix" | "ab" | "bisect" | "check" | "checkpoint";
  file: string;
  bytes: number;
  notes: readonly string[];
}
