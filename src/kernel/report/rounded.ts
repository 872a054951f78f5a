/** Sums that were added up in another order differ in their last bits: no reader is to see 47.5 here and 47.4 there for that. */
export const rounded = (value: number, digits: number): string =>
  Number(value.toPrecision(12)).toFixed(digits);
