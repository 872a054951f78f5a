/** JUnit XML, as CI systems read it. Only `failure` turns a run red: see `outcome`. */

export type JunitCase = {
  name: string;
  ms?: number;
  /**
   * `failure`: the reason, or one of the reasons, why the command exits with 1. `error`: it could not be judged.
   * `skipped`: below expectation, but no gate counts it. Absent: passed.
   */
  outcome?: { kind: "failure" | "error" | "skipped"; says: string; details?: readonly string[] };
  /** Shown with a case that passed. */
  out?: string;
};
export type JunitSuite = { name: string; cases: readonly JunitCase[] };

export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const cases = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(name)}" ${countsOf(cases)}>`,
    ...suites.map(suiteXml),
    "</testsuites>",
    "",
  ].join("\n");
}

const suiteXml = ({ name, cases }: JunitSuite): string =>
  [
    `  <testsuite name="${xml(name)}" ${countsOf(cases, { skipped: true })}>`,
    ...cases.map((each) => caseXml(name, each)),
    "  </testsuite>",
  ].join("\n");

function countsOf(cases: readonly JunitCase[], { skipped = false } = {}): string {
  const count = (kind: string) => cases.filter(({ outcome }) => outcome?.kind === kind).length;
  return [
    `tests="${cases.length}"`,
    `failures="${count("failure")}"`,
    `errors="${count("error")}"`,
    // The usual schema has no such attribute at the root.
    ...(skipped ? [`skipped="${count("skipped")}"`] : []),
    `time="${seconds(cases.reduce((sum, { ms = 0 }) => sum + ms, 0))}"`,
  ].join(" ");
}

function caseXml(suite: string, { name, ms = 0, outcome, out }: JunitCase): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(name)}" time="${seconds(ms)}"`;
  if (outcome === undefined)
    return out === undefined ? `${head}/>` : `${head}><system-out>${xml(out)}</system-out></testcase>`;
  const { kind, says, details = [] } = outcome;
  // Some readers show the attribute, others the body.
  const body = [says, ...details].map(xml).join("\n");
  const type = kind === "skipped" ? "" : ` type="${kind}"`;
  return `${head}><${kind} message="${xml(says)}"${type}>${body}</${kind}></testcase>`;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

/** XML 1.0 forbids most control characters and lone surrogates. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- These are what must go.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
