import { HarnessError } from "../errors/index.ts";

export class SettingsError extends HarnessError {
  constructor({ source, problems, cause }: { source: string; problems: readonly string[]; cause?: unknown }) {
    super({
      code: "bad-settings",
      message:
        problems.length === 1
          ? `${source}: ${problems[0]}`
          : [`${source}:`, ...problems.map((problem) => `  ${problem}`)].join("\n"),
      remedy: "docs/guide/configuration.md lists every option with its default and an example.",
      cause,
    });
  }
}
