export * from "./markdown.ts";
export * from "./notes.ts";
export * from "./ci.ts";
export { junitXml, type JunitCase, type JunitSuite } from "./junit.ts";
export { stepMarkdown, tableMarkdown, verdictMarkdown } from "./verdict-markdown.ts";
