import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget, type Reservation, type Tight, BudgetSpentError } from "./index.ts";

const granted = (answer: Reservation | Tight): Reservation => {
  if (answer.kind !== "reserved") throw new Error("expected a reservation");
  return answer;
};

test("counts reservations until they settle at the real cost", () => {
  const budget = createBudget({ cap: 1 });
  const first = granted(budget.reserve(0.6));
  expect(budget.reserve(0.6).kind).toBe("tight");
  first.settle(0.1);
  expect(budget.spent()).toBe(0.1);
  expect(budget.reserve(0.6).kind).toBe("reserved");
});

test("waits for calls in flight when money is short, and refuses when none are in flight", async () => {
  const budget = createBudget({ cap: 1 });
  const first = granted(budget.reserve(0.9));
  const second = budget.reserve(0.5);
  expect(second.kind).toBe("tight");
  first.settle(0.8);
  await (second as Tight).room;
  expect(() => budget.reserve(0.5)).toThrow(BudgetSpentError);
  expect(budget.reserve(0.2).kind).toBe("reserved");
});

test("counts what an earlier process spent", () => {
  expect(() => createBudget({ cap: 1, spent: 0.9 }).reserve(0.2)).toThrow(
    "The next call may cost $0.20; $0.10 is left of the budget of $1.00.",
  );
  expect(() => createBudget({ cap: 0.005, spent: 0.005 }).reserve(0.2)).toThrow(
    "The budget of $0.005 is spent, and the next call may cost $0.20.",
  );
});

test("fits ten reservations of a tenth into a dollar exactly: no rounding drift", () => {
  const budget = createBudget({ cap: 1 });
  const held = Array.from({ length: 10 }, () => granted(budget.reserve(0.1)));
  expect(budget.reserve(0.000001).kind).toBe("tight");
  for (const reservation of held) reservation.settle(0.1);
  expect(budget.spent()).toBe(1);
});

test("wakes waiters in order, and only as many as fit", async () => {
  const budget = createBudget({ cap: 1 });
  const a = granted(budget.reserve(0.5));
  granted(budget.reserve(0.5));
  const woken: string[] = [];
  for (const name of ["first", "second"])
    void (budget.reserve(0.4) as Tight).room.then(() => woken.push(name));
  a.settle(0.1);
  await Promise.resolve();
  await Promise.resolve();
  expect(woken).toEqual(["first"]);
});

test("overshoots by at most the summed shortfall of the calls in flight", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ atMost: fc.integer({ min: 1, max: 50 }), real: fc.integer({ min: 0, max: 200 }) }),
        { maxLength: 60 },
      ),
      fc.integer({ min: 10, max: 500 }),
      fc.integer({ min: 1, max: 50 }),
      (calls, capCents, parallel) => {
        const budget = createBudget({ cap: capCents / 100 });
        let flying: Array<{ reservation: Reservation; atMost: number; real: number }> = [];
        let worst = 0;
        const land = () => {
          worst = Math.max(
            worst,
            flying.reduce((sum, { atMost, real }) => sum + Math.max(0, real - atMost), 0),
          );
          for (const { reservation, real } of flying) reservation.settle(real / 100);
          flying = [];
        };
        for (const { atMost, real } of calls) {
          if (flying.length >= parallel) land();
          try {
            const answer = budget.reserve(atMost / 100);
            if (answer.kind === "reserved") flying.push({ reservation: answer, atMost, real });
            else land();
          } catch (error) {
            if (!(error instanceof BudgetSpentError)) throw error;
          }
        }
        land();
        expect(budget.spent()).toBeLessThanOrEqual((capCents + worst) / 100 + 1e-9);
      },
    ),
  );
});
