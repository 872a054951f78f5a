/**
 * Money is added up in whole picodollars (10⁻¹² USD): one token at today's lowest price is 2,800
 * of them, so sums are exact and do not depend on the order of the lines. Sums stay exact up to
 * 9,007 USD per tally.
 */
const PER_USD = 1e12;

export const toPico = (usd: number): number => Math.round(usd * PER_USD);
export const toUsd = (pico: number): number => pico / PER_USD;

/** The cost of `tokens` at a price in USD per million tokens, in picodollars. */
export const picoFor = (tokens: number, usdPerMillion: number): number =>
  Math.round(tokens * usdPerMillion * 1e6);
