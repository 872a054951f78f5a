/** All rows of a list that is answered page by page. */
export async function everyPage<Page extends { next: string | null }, Row>(
  ask: (cursor: string | undefined) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await ask(cursor);
    rows.push(...rowsOf(page));
    if (page.next === null) return rows;
    cursor = page.next;
  }
}

/** The part of an address that asks for the page after one. */
export const after = (cursor: string | undefined): string =>
  cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
