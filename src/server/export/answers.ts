/** The API's answers that a page holds: in public files as somebody sees them who was not at the table. */
/** What the viewer finds in the page in place of a server. */
export type Answers = Record<string, unknown>;
export type PageData = {
  home: string;
  answers: Answers;
  /** It contains only what everybody heard. */
  isPublic: boolean;
  /** What it lacks and why: for the person who opens it. */
  notes: string[];
};
export type Collected = {
  data: PageData;
  title: string;
};

export type AskApi = <T>(address: string) => Promise<T>;

export type CollectOptions = { askApi: AskApi; isPublic: boolean };

export async function everyPage<Page extends { next: string | null }, Row>(
  askPage: (cursor: string) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Page = await askPage(cursor);
    rows.push(...rowsOf(page));
    cursor = page.next;
  }
  return rows;
}

/** The part of an address that requests the next page. */
export const after = (cursor: string): string =>
  cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
