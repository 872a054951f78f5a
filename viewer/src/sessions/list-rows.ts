/** The rows of the list: origins, and under the open ones their sessions. */
import type { OriginRow, SessionCard, VaryingPart } from "../../../src/contract/index.ts";

export type ListRow =
  | { type: "origin"; key: string; origin: OriginRow; open: boolean }
  | { type: "session"; key: string; card: SessionCard; depth: number; varies?: readonly VaryingPart[] }
  | { type: "note"; key: string; depth: number; says: string; href?: string };

/** The sessions under an open row. Undefined: they are being fetched. */
export type Under =
  | { sessions: readonly SessionCard[]; total: number; varies?: readonly VaryingPart[] | undefined }
  | { problem: string }
  | undefined;

export function listRows(
  origins: readonly OriginRow[],
  { open, underOf }: { open: ReadonlySet<string>; underOf: (key: string) => Under },
): ListRow[] {
  return origins.flatMap((origin): ListRow[] => {
    const { key, sessions } = origin;
    const isOpen = sessions > 0 && open.has(key);
    const row: ListRow = { type: "origin", key, origin, open: isOpen };
    return isOpen ? [row, ...rowsUnder(key, underOf(key))] : [row];
  });
}

function rowsUnder(key: string, under: Under): ListRow[] {
  if (under === undefined) return [{ type: "note", key: `${key} …`, depth: 1, says: "Loading …" }];
  if ("problem" in under) return [{ type: "note", key: `${key} !`, depth: 1, says: under.problem }];
  const { sessions, total, varies } = under;
  const depths = new Map<string, number>();
  const rows = sessions.map((card): ListRow => {
    const depth = 1 + (card.parent === undefined ? 0 : (depths.get(card.parent) ?? 0));
    depths.set(card.id, depth);
    return { type: "session", key: `${key} ${card.id}`, card, depth, ...(varies && { varies }) };
  });
  const left = total - sessions.length;
  return left > 0
    ? [...rows, { type: "note", key: `${key} +`, depth: 1, says: `${left.toLocaleString("en")} more` }]
    : rows;
}
