import { expect, test } from "vitest";
import { literalPattern } from "./literal-pattern.ts";

const everyAsciiSign = String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code));

test.each(["", "u", "v"])("every ASCII character stands for itself, flags %j", (flags) => {
  expect(new RegExp(`^${literalPattern(everyAsciiSign)}$`, flags).test(everyAsciiSign)).toBe(true);
  for (const sign of everyAsciiSign) {
    const pattern = new RegExp(`^(?:${literalPattern(sign)})$`, flags);
    expect(Array.from(everyAsciiSign).filter((other) => pattern.test(other))).toEqual([sign]);
  }
});
