/** A number with its noun: "1 turn", "2 turns". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** Turns in words: "turn 5", "turns 5 to 7". */
export const turnsInWords = ({ from, to }: { from: number; to: number }): string =>
  from === to ? `turn ${from}` : `turns ${from} to ${to}`;
