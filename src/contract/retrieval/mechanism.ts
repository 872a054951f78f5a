/**
 * The ways in which a knowledge base enters a conversation. The only list of them: a mechanism added here without a
 * module in `src/retrieval/mechanisms` does not compile.
 */
import { z } from "zod";
import { alwaysShapes } from "./mechanisms/always.ts";
import { patternShapes } from "./mechanisms/pattern.ts";
import { semanticShapes } from "./mechanisms/semantic.ts";
import { stateShapes } from "./mechanisms/state.ts";

/** In the order in which banks are run and reported. */
export const mechanisms = {
  semantic: semanticShapes,
  state: stateShapes,
  pattern: patternShapes,
  always: alwaysShapes,
} as const satisfies Record<string, MechanismShapes>;

/**
 * What each mechanism stores and sends. A RAG system under test receives `{ version, ask, …question }`, by POST or
 * through an exported function named `ask`, and answers `reply`. It may leave mechanisms out: they are not tested, and the
 * report says so.
 */
type MechanismShapes = {
  test: z.ZodObject;
  ask: string;
  question: z.ZodObject;
  reply: z.ZodObject;
  result: z.ZodObject;
  component: z.ZodObject;
};

export type Mechanism = keyof typeof mechanisms;
export const mechanism = z.enum(Object.keys(mechanisms) as [Mechanism, ...Mechanism[]]);

type Shapes = typeof mechanisms;
export type TestOf<Name extends Mechanism> = z.infer<Shapes[Name]["test"]>;
export type QuestionOf<Name extends Mechanism> = z.infer<Shapes[Name]["question"]>;
export type AnswerOf<Name extends Mechanism> = z.infer<Shapes[Name]["reply"]>;
export type ResultOf<Name extends Mechanism> = z.infer<Shapes[Name]["result"]>;
export type ComponentOf<Name extends Mechanism> = z.infer<Shapes[Name]["component"]>;

type ResultSchema = Shapes[Mechanism]["result"];
export const testResult = z.discriminatedUnion(
  "mechanism",
  Object.values(mechanisms).map(({ result }) => result) as [ResultSchema, ...ResultSchema[]],
);
export type TestResult = z.infer<typeof testResult>;

export const bankFile = <Name extends Mechanism>(name: Name) =>
  z.strictObject({
    bank_type: z.literal(name.toUpperCase() as Uppercase<Name>),
    version: z.coerce.string().min(1),
    /** In reports; the file's name need not show it. */
    name: z.string().min(1).optional(),
    created: z.string().optional(),
    description: z.string().optional(),
    tests: z.array<Shapes[Name]["test"]>(mechanisms[name].test),
  });

/** Each bank's part of the results; absent if the bank was not run. */
export const components = Object.fromEntries(
  Object.entries(mechanisms).map(([name, { component }]) => [name, component.optional()]),
) as { [Name in Mechanism]: z.ZodOptional<Shapes[Name]["component"]> };

export const targetVersion = 1;

/** A target's answer for a mechanism that it does not have. */
export const notAnswered = z.object({ not_answered: z.literal(true) });
