/** First in, first out, in constant time however long it grows; some may be put first. */
export type Queue<Item> = {
  push(item: Item, options?: { first?: boolean }): void;
  peek(): Item | undefined;
  shift(): Item | undefined;
};

export function createQueue<Item>(): Queue<Item> {
  const early: Item[] = [];
  let items: Item[] = [];
  let head = 0;
  return {
    push(item, { first = false } = {}) {
      if (first) early.push(item);
      else items.push(item);
    },
    peek: () => early[0] ?? items[head],
    shift() {
      if (early.length > 0) return early.shift();
      const item = items[head];
      if (head < items.length) head++;
      // Given away in blocks: Array.shift on a long list copies it.
      if (head > 1_000 && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
}
