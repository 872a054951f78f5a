import type { TestPage, TurnPage } from "../../../src/contract/index.ts";

/**
 * What the server would have answered; undefined if the file does not hold it. The file holds whole lists: filters that
 * the server would apply are applied here.
 */
export function answerFrom(answers: Readonly<Record<string, unknown>>, address: string): unknown {
  const { pathname, search, searchParams } = new URL(address, "http://file.invalid");
  // A player's view is stored under its own address: the full view must not stand in for it.
  const seat = searchParams.get("as");
  const name = seat === null ? pathname : `${pathname}?as=${seat}`;
  const whole = own(answers, `${pathname}${search}`) ?? own(answers, name);
  if (typeof whole !== "object" || whole === null) return whole;
  if (pathname.endsWith("/turns")) return turnsOf(whole as TurnPage, searchParams);
  return pathname === "/api/retrieval/tests" ? testsOf(whole as TestPage, searchParams) : whole;
}

/** Inherited properties of an object are not answers. */
const own = (record: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

function turnsOf({ turns, total }: TurnPage, query: URLSearchParams): TurnPage {
  const [from, limit] = [Number(query.get("from") ?? 1), Number(query.get("limit") ?? 50)];
  const rest = turns.filter(({ turn }) => turn >= from);
  return { turns: rest.slice(0, limit), total, next: rest[limit] ? String(rest[limit].turn) : null };
}

/** Words match anywhere. */
function testsOf(page: TestPage, query: URLSearchParams): TestPage {
  const [mechanism, group, state, q] = ["mechanism", "group", "state", "q"].map((name) => query.get(name));
  const words = (q ?? "").toLowerCase().split(/\s+/);
  const tests = page.tests.filter(
    (test) =>
      (mechanism == null || test.mechanism === mechanism) &&
      (group == null || test.groups.includes(group)) &&
      (state == null || test.state === state) &&
      words.every((word) => JSON.stringify(test).toLowerCase().includes(word)),
  );
  return { ...page, tests, total: tests.length, next: null };
}
