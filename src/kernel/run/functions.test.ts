import { expect, test } from "vitest";
import { createFunctions } from "./functions.ts";

const tellTale = () => "a";
const other = () => "b";

test("a function is named after itself, a namesake is numbered, and the same function keeps its name", () => {
  const functions = createFunctions();
  const namesake = Object.defineProperty(() => "c", "name", { value: "tellTale" });
  expect([tellTale, namesake, tellTale].map((one) => functions.add(one, "narrator"))).toEqual([
    "function:tellTale",
    "function:tellTale-2",
    "function:tellTale",
  ]);
  expect(functions.get("function:tellTale-2", "narrator")).toBe(namesake);
  expect(functions.add(() => "d", "narrator")).toBe("function:narrator");
  expect(functions.add({ retrieve: tellTale }, "target")).toBe("function:target");
});

test("a name has nothing that a path, an address or a flag would read otherwise", () => {
  const odd = Object.defineProperty(() => "", "name", { value: "bound ../größe?key=1 $a" });
  expect(createFunctions().add(odd, "narrator")).toBe("function:bound-größe-key-1-$a");
});

test("a function that was not given is named, with the option that takes it", () => {
  const missing = {
    code: "missing-option",
    option: "narrator",
    exit: 2,
    message: "The narrator is the function tellTale, which was not given.",
    remedy: "Give it again as narrator, in a program that uses the library.",
  };
  const functions = createFunctions();
  functions.add(other, "target");
  const get = () => functions.get("function:tellTale", "narrator");
  expect(get).toThrow(expect.objectContaining(missing));
  functions.add(other, "narrator");
  functions.add(() => "c", "narrator");
  expect(get).toThrow(expect.objectContaining(missing));
});

test("a function given alone answers to another name, but not to two", () => {
  const alone = createFunctions();
  alone.add(other, "narrator");
  expect(alone.get("function:tellTale", "narrator")).toBe(other);
  expect(alone.get("function:tellTale", "narrator")).toBe(other);
  // Whichever is asked for first, the one that is missing is named.
  const missing = "The narrator is the function tellTale, which was not given.";
  expect(() => alone.get("function:other", "narrator")).toThrow(missing);
  const again = createFunctions();
  again.add(other, "narrator");
  expect(again.get("function:other", "narrator")).toBe(other);
  expect(() => again.get("function:tellTale", "narrator")).toThrow(missing);
});
