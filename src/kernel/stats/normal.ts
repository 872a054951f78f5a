import { root } from "./root.ts";

/** P(Z ≤ z), by Marsaglia's series: to 15 places, which is what the tails are good for too. */
export function normalCumulative(z: number): number {
  if (z < -8.5) return 0;
  if (z > 8.5) return 1;
  let [term, sum] = [z, z];
  for (let k = 3; sum + term !== sum; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * z * z - 0.9189385332046727);
}

export const normalQuantile = (share: number): number =>
  root((z) => normalCumulative(z) - share, [-8.5, 8.5]);
