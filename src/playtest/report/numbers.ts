/** How a report writes its numbers. */

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** To a tenth, as people round: 1.65 is 1.7, whatever its binary form. */
export const tenths = (value: number): string => String(Math.round(value * 10 + 1e-9) / 10);
