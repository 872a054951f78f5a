/** How a report writes its numbers: as the viewer does. */
import { rounded } from "../../kernel/report/index.ts";

/** All and nothing are said only of all and nothing: 99.6 % is not 100 %. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if ((whole === 100 && share < 1) || (whole === 0 && share > 0))
    return `${Math.min(99.9, Math.max(0.1, Math.round(share * 1_000) / 10))} %`;
  return `${whole} %`;
}

/** So many of one for each of another: small ones differ in what a tenth leaves out. */
export const amount = (value: number): string =>
  Number.isInteger(value) ? String(value) : rounded(value, Math.abs(value) < 10 ? 2 : 1);

/** To a tenth, as people round: 1.65 is 1.7, whatever its binary form. */
export const tenths = (value: number): string => String(Math.round(value * 10 + 1e-9) / 10);
