/**
 * Publishes the package: `node release.js` checks and packs, `node release.js --publish` also publishes, with provenance.
 * npm signs provenance only in CI, so .github/workflows/release.yml runs it for a tag. Docs: docs/releasing.md.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const MOST_MB = 10;
const root = fileURLToPath(new URL(".", import.meta.url));
const isPublishing = process.argv.includes("--publish");
const { name, version, repository } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
const output = (command, ...args) => execFileSync(command, args, { cwd: root, encoding: "utf8" }).trim();

const [, newest] = /^## (.+)$/m.exec(readFileSync(`${root}CHANGELOG.md`, "utf8")) ?? [];
const tags = output("git", "tag", "--points-at", "HEAD").split("\n");
const [{ unpackedSize, files }] = JSON.parse(output("npm", "pack", "--dry-run", "--json"));
const megabytes = unpackedSize / 1e6;

const checks = [
  [
    "package.json names the repository, which npm compares with the provenance",
    repository?.url !== undefined,
  ],
  ["the working tree has no changes", output("git", "status", "--porcelain") === ""],
  [
    `the newest section of CHANGELOG.md is "${version} (YYYY-MM-DD)"`,
    newest?.startsWith(`${version} (2`) === true,
  ],
  [`the commit has the tag v${version}`, tags.includes(`v${version}`)],
  [
    `${files.length} files with ${megabytes.toFixed(1)} MB are packed, at most ${MOST_MB} MB`,
    megabytes <= MOST_MB,
  ],
  ["CI publishes, so that npm can sign the provenance", !isPublishing || process.env.CI === "true"],
];
for (const [says, holds] of checks) console.log(`${holds ? "ok     " : "MISSING"} ${says}`);
if (checks.some(([, holds]) => !holds)) process.exit(1);

if (isPublishing)
  execFileSync("npm", ["publish", "--provenance", "--access", "public"], { cwd: root, stdio: "inherit" });
else console.log(`${name} ${version} can be published: push the tag v${version}.`);
