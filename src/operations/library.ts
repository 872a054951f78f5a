/**
 * Every operation: an entry here, and a module. The package exports what this file exports; the terminal lists it in this
 * order.
 */
import type { CheckFunction } from "./check/check.ts";
import { declared } from "./declared.ts";

/** Plays one session. A session that ran out of budget or was stopped is a result too: `outcome` says so. */
export const play = declared(
  "Play",
  "play",
  "One session: simulated players play a narrator",
  () => import("./play/play.ts"),
);

/**
 * Runs the test banks against a RAG system; with `redline` it stress-tests crisis detection instead. Stopped by `signal`
 * or out of budget it rejects; calling it again resumes it.
 *
 * @example
 * import { check } from "rehearse";
 *
 * const { health_status, combined_score, tests } = await check({ target: "offline", banks: ["state", "always"] });
 * console.log(health_status, combined_score, tests.filter(({ is_hard_fail }) => is_hard_fail).length);
 */
export const check = declared(
  "Check",
  "check",
  "Test a RAG system with the retrieval banks, on a 100-point scale",
  () => import("./check/check.ts"),
) as CheckFunction;

/**
 * Lets a strong model set the expectations of semantic tests. Nothing is saved without `apply`.
 *
 * @example
 * import { calibrate } from "rehearse";
 *
 * const starter = "node_modules/rehearse/examples/starter";
 * const { estimate } = await calibrate.estimate({
 *   scope: "full",
 *   kb: `${starter}/kb`,
 *   testBanks: `${starter}/test_banks`,
 * });
 * console.log(estimate);
 */
export const calibrate = declared(
  "Check",
  "calibrate",
  "Let a strong model set the expectations of semantic tests",
  () => import("./check/calibrate.ts"),
);

/**
 * Imports BEIR, TREC, promptfoo, CSV or JSON Lines as a bank and, with a corpus, a knowledge base.
 *
 * @example
 * import { writeFileSync } from "node:fs";
 * import { bankImport } from "rehearse";
 *
 * writeFileSync("faq.csv", "id,query,expected\nFAQ-1,How do I reset my password?,password_reset\n");
 * const { tests, files } = await bankImport({ paths: ["faq.csv"], out: "imported" });
 * console.log(tests, files);
 */
export const bankImport = declared(
  "Check",
  "bank import",
  "Import a bank from BEIR, TREC, promptfoo, CSV or JSON Lines",
  () => import("./check/bank-import.ts"),
);

/**
 * Sets the expectation of one semantic test by hand. It takes precedence over every calibration.
 *
 * @example
 * import { cpSync } from "node:fs";
 * import { bankOverride } from "rehearse";
 *
 * cpSync("node_modules/rehearse/examples/starter", "shop", { recursive: true });
 * const { expectations } = await bankOverride({
 *   test: "V2-RET-001",
 *   secondary: ["warranty_claims"],
 *   reason: "both apply",
 *   by: "Dr. Ames",
 *   kb: "shop/kb",
 *   testBanks: "shop/test_banks",
 * });
 * console.log(expectations.expected_secondary);
 */
export const bankOverride = declared(
  "Check",
  "bank override",
  "Set the expectation of one test by hand",
  () => import("./check/bank-override.ts"),
);

/**
 * Converts a V1 test bank to V2, and returns it.
 *
 * @example
 * import { writeFileSync } from "node:fs";
 * import { bankMigrate } from "rehearse";
 *
 * const old = { test_id: "V2-PW-001", prompt: "I forgot my password", expected_primary: ["password_reset"] };
 * writeFileSync("old.json", JSON.stringify([old]));
 * const { was, migrated } = await bankMigrate({ file: "old.json" });
 * console.log(was, migrated.bank_type);
 */
export const bankMigrate = declared(
  "Check",
  "bank migrate",
  "Convert a V1 test bank to V2",
  () => import("./check/bank-migrate.ts"),
);
