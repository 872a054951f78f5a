/** A matrix in a file: YAML, or a module. Paths in it are meant from the folder that it stands in. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { matrixConfig, type MatrixConfig } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, fileNotFound } from "../../kernel/store/index.ts";
import { configProblem } from "../../playtest/index.ts";

/** What flags may still give can be missing. */
export async function readMatrixFile(file: string): Promise<Partial<MatrixConfig>> {
  if (!existsSync(file)) throw fileNotFound(file, { code: "bad-matrix", remedy: REMEDY });
  const value = /\.[mc]?[jt]s$/.test(file) ? await importDefault(file) : readYaml(file);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw unusable(
      file,
      value == null
        ? "it is empty"
        : `it holds ${Array.isArray(value) ? "a list" : `a ${typeof value}`}, not the fields of a matrix`,
    );
  const parsed = matrixConfig.partial().safeParse(value);
  if (!parsed.success) throw configProblem(parsed.error, { what: file, remedy: REMEDY });
  return withPaths(parsed.data, file);
}

function withPaths(config: Partial<MatrixConfig>, file: string): Partial<MatrixConfig> {
  const { stories, systemPrompts, narratorModels } = config;
  const content = (kind: string) => (asked: string) =>
    /[./\\]/.test(asked) ? pathIn(asked, { file, kind }) : asked;
  // A slash alone makes no path of a narrator: house/blunt, openrouter/….
  const narrator = (asked: string) =>
    /\.[cm]?[jt]s$/.test(asked) && !/^https?:/.test(asked)
      ? pathIn(asked, { file, kind: "narrator" })
      : asked;
  return {
    ...config,
    ...(stories && { stories: stories.map(content("story")) }),
    ...(systemPrompts && {
      systemPrompts: Object.fromEntries(
        Object.entries(systemPrompts).map(([name, where]) => [name, content("prompt")(where)]),
      ),
    }),
    ...(narratorModels && { narratorModels: narratorModels.map(narrator) }),
  };
}

/** As one would type it here: short where it stands below the current folder. */
function pathIn(asked: string, { file, kind }: { file: string; kind: string }): string {
  const folder = dirname(resolve(file));
  const path = resolve(folder, asked);
  if (!existsSync(path)) {
    const meant = existsSync(asked)
      ? ` Relative to it, ${resolve(asked)} is ${relative(folder, resolve(asked))}.`
      : "";
    throw fileNotFound(path, {
      code: `unknown-${kind}`,
      remedy: `${file} names it as the ${kind} ${asked}. Paths in a matrix config are relative to the config's folder.${meant}`,
    });
  }
  const here = relative(process.cwd(), path);
  if (here.startsWith("..")) return path;
  return /[./\\]/.test(here) ? here : `./${here}`;
}

async function importDefault(file: string): Promise<unknown> {
  let module: { default?: unknown };
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown };
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error), error);
  }
  if ("default" in module) return module.default;
  throw unusable(file, "it has no default export");
}

function readYaml(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(resolve(file), "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path: file });
  }
  try {
    return parse(text);
  } catch (error) {
    throw unusable(file, error instanceof Error ? error.message : String(error), error);
  }
}

const REMEDY = "Give a YAML file, or a TypeScript module with a default export (docs/guide/matrix.md).";
const unusable = (file: string, why: string, cause?: unknown) =>
  new HarnessError({
    code: "bad-matrix",
    message: `${file} cannot be used as a matrix config: ${why.trim().replace(/\.?$/, ".")}`,
    remedy: REMEDY,
    cause,
  });
