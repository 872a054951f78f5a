/** What the viewer finds in the page in place of a server. */
export type Answers = Record<string, unknown>;
export type PageData = {
  home: string;
  places: string[];
  answers: Answers;
  /** Only what everybody heard is in it. */
  isPublic: boolean;
  /** What is not in it and why: for whoever opens it. */
  notes: string[];
  /** The same, where somebody asks for one thing that is not there. */
  problems: Record<string, { message: string; remedy: string }>;
};
export type Ask = <T>(address: string) => Promise<T>;
export type Collected = {
  data: PageData;
  title: string;
  /** Sessions of a matrix whose words are not in the file. */ leftOut: number;
};

export type CollectOptions = { ask: Ask; isPublic: boolean };
