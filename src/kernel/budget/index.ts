export { createBudget, type Budget, type Reservation, type Tight } from "./budget.ts";
export { BudgetSpentError, UnpricedBudgetError } from "./budget-errors.ts";
