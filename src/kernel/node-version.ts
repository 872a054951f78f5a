/** Imported before everything else: an older Node would fail later with an unclear error. The same version as in `engines`. */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  const message = `Rehearse needs Node 22.18 or newer; this is Node ${process.versions.node}.
Install a newer Node, or add one to this folder: npm install node@24`;
  // On such a Node, Vitest cannot print the error of a test file.
  process.emitWarning(message, { code: "OLD_NODE" });
  throw new Error(message);
}
