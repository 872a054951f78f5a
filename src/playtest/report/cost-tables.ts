/** Tables of what calls cost, by role, player, model and turn. */
import { role as roles, type PaidPlayer, type Tally, type VerdictTable } from "../../contract/index.ts";
import { sumTallies, type Spending } from "../../kernel/journal/index.ts";

export type CostEntry = Omit<Spending, "seat"> & { player?: PaidPlayer | undefined };
type Entries = readonly CostEntry[];
/** Entries added up: `tally` is that of all of them, the rest that of the first. */
type Group = CostEntry & { models: readonly string[] };
type Cell = VerdictTable["rows"][number][number];
type Columns = Readonly<Record<string, (group: Group) => Cell | undefined>>;

export const byRole = (entries: Entries): Group[] => grouped(inOrder(entries), ({ role }) => role);

export const byPlayer = (entries: Entries): Group[] =>
  grouped(inOrder(entries.filter(({ player }) => player)), agentKey);

/** An agent is a player or, for all other calls, a role. */
export const byTurnAndAgent = (entries: Entries): Group[] =>
  grouped(inTurns(entries), (entry) => `${entry.turn} ${agentKey(entry)}`);

export const roleTable = (entries: Entries): VerdictTable =>
  tableOf("By role", [...byRole(entries), ...grouped(entries, () => "all").map(asTotal)], {
    Role: ({ role }) => nameOf(role),
  });

const asTotal = (group: Group): Group => ({ ...group, role: "total" });

export const playerTable = (entries: Entries): VerdictTable =>
  tableOf("By player", byPlayer(entries), {
    Player: ({ player }) => player?.name,
    Archetype: ({ player }) => player?.archetype,
    Seat: ({ player }) => player?.seat,
    Model: ({ models }) => models.join(", "),
  });

export const modelTable = (entries: Entries): VerdictTable =>
  tableOf("By model", grouped(inOrder(entries), modelOf), { Model: modelOf });

/** One row per turn, then the tokens and the cost of all; one column per agent. Without the cost if none is known. */
export function tokenTable(entries: Entries): VerdictTable {
  const agents = grouped(inOrder(entries), agentKey);
  const isFree = agents.every(({ tally }) => Number(usd(tally) ?? 0) === 0);
  const row = (first: Cell, groups: readonly Group[]): Cell[] => {
    const byAgent = new Map(groups.map((group) => [agentKey(group), group.tally.tokens]));
    const tokens = agents.map((agent) => byAgent.get(agentKey(agent)));
    return [
      first,
      ...tokens.map((own) => (own ? `${own.input} + ${own.output}` : null)),
      ...(isFree ? [] : [usd(sumTallies(groups))]),
    ];
  };
  const turns = Map.groupBy(byTurnAndAgent(entries), turnOf);
  const labels = ["Turn", ...agents.map(agentName), ...(isFree ? [] : ["USD"])];
  const sums = [
    row("total", agents),
    ...(isFree ? [] : [["USD", ...agents.map(({ tally }) => usd(tally)), usd(sumTallies(agents))]]),
  ];
  return {
    title: "Tokens by turn and agent (input + output)",
    columns: labels.map((label, index) => columnOf(label, index > 0)),
    rows: agents.length === 0 ? [] : [...[...turns].map(([turn, groups]) => row(turn, groups)), ...sums],
  };
}

/** No cached or thinking tokens: the provider had none, or did not count them. */
const numbers: Columns = {
  Attempts: ({ tally }) => tally.attempts,
  Failed: ({ tally }) => tally.failed,
  Input: ({ tally }) => tally.tokens.input,
  Cached: ({ tally }) => tally.tokens.cacheRead || null,
  Output: ({ tally }) => tally.tokens.output,
  Thinking: ({ tally }) => tally.tokens.reasoning || null,
  USD: ({ tally }) => usd(tally),
};

/** A column without any value is left out. */
function tableOf(title: string, groups: readonly Group[], own: Columns): VerdictTable {
  const used = Object.entries({ ...own, ...numbers }).filter(([, of]) =>
    groups.some((group) => (of(group) ?? null) !== null),
  );
  return {
    title,
    columns: used.map(([label]) => columnOf(label, label in numbers)),
    rows: groups.map((group) => used.map(([, of]) => of(group) ?? null)),
  };
}

const columnOf = (label: string, isNumber: boolean) => ({
  label,
  align: isNumber ? ("right" as const) : undefined,
});

/** Null: unknown. At a known price of 0, an attempt that may have been billed cost 0. */
function usd({ cost, unpriced, possiblyBilled }: Tally): Cell {
  const isOpen = unpriced + possiblyBilled.unpriced > 0 || possiblyBilled.atMost > 0;
  if (cost === 0 && isOpen) return null;
  return `${unpriced > 0 ? "≥ " : ""}${cost.toFixed(6)}`;
}

const modelOf = ({ model }: CostEntry): string => model;

/** Characters are created in turn 0. Some calls, such as the judge's, belong to no turn. */
const turnOf = ({ turn }: CostEntry): Cell => turn ?? "no turn";

const agentKey = ({ role, player }: CostEntry): string =>
  JSON.stringify([role, player?.seat, player?.archetype]);

const agentName = ({ role, player }: CostEntry): string =>
  player?.name ?? player?.archetype ?? (player?.seat === undefined ? nameOf(role) : `${role} ${player.seat}`);

/** As reports call it. */
const nameOf = (role: CostEntry["role"]): string => (role === "observer" ? "reader" : role);

const grouped = (entries: Entries, key: (entry: CostEntry) => unknown): Group[] =>
  [...Map.groupBy(entries, key).values()].map((group) => ({
    ...group[0]!,
    models: [...new Set(group.map(modelOf))],
    tally: sumTallies(group),
  }));

/** By role, players by seat. */
function inOrder(entries: Entries): CostEntry[] {
  const place = ({ role }: CostEntry) => (roles.options as readonly string[]).indexOf(role);
  const seat = ({ player }: CostEntry) => player?.seat ?? 0;
  return entries.toSorted((a, b) => place(a) - place(b) || seat(a) - seat(b));
}

/** Calls that belong to no turn are last. */
function inTurns(entries: Entries): CostEntry[] {
  const turn = (entry: CostEntry) => entry.turn ?? Number.MAX_SAFE_INTEGER;
  return inOrder(entries).toSorted((a, b) => turn(a) - turn(b));
}
