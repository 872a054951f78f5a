/** What the retrieval views show: saved runs beside the banks. */
export { createBankIndex } from "./bank-index.ts";
export { overviewOf, savedAs, shownFirst } from "./overview.ts";
export { createRunIndex, RESULTS_NAME, resultsFiles } from "./run-index.ts";
export { testCards, testPageOf } from "./test-cards.ts";
export { testViewOf } from "./test-view.ts";
