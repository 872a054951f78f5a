import { expect, test } from "vitest";
import { quoteOccurs } from "./quote-in.ts";

const told = "The door gives.\n\n“Come in,” says   the *keeper* — and the lamp goes out.";

test.each([
  '"Come in," says the keeper',
  "“the keeper — and the lamp goes out.”",
  "THE DOOR GIVES. 'Come in",
  "The door gives … the lamp goes out",
])("copied as models copy: %s", (quote) => {
  expect(quoteOccurs(quote.replaceAll("'", '"'), told)).toBe(true);
});

test.each([
  "",
  '""',
  "the",
  "keeper says come in",
  "The door opens wide",
  "the lamp goes out … The door gives",
])("no quote of it: %s", (quote) => expect(quoteOccurs(quote, told)).toBe(false));
