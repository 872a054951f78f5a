/** Opens what an operation works with: settings, recordings, and the harness with the embedded cast. */
import { loadConfig } from "../config.ts";
import { rehearseVersion } from "../config/started-by.ts";
import type { ModelEntry, Pinned, RecordingManifest, SettingsInput } from "../contract/index.ts";
import { portableName } from "../kernel/addresses/index.ts";
import { systemClock } from "../kernel/clock/index.ts";
import { callText, HarnessError, type OptionStyle, spellOptions } from "../kernel/errors/index.ts";
import type { RetryNews } from "../kernel/models/index.ts";
import {
  createHarness,
  type Harness,
  type HarnessConfig,
  type HarnessOptions,
  openRecordings,
} from "../kernel/run/index.ts";
import { houseCast } from "../playtest/index.ts";
import type { Context, Declaration, Recorded } from "./declaration.ts";
import type { RunEvent } from "./library-function.ts";
import { optionsOf, specialOptions } from "./option-spec.ts";
import { readInput } from "./read-input.ts";

/** What the calls of one process share, such as a server. */
export type Shared = {
  /** Its settings and permits hold for all calls. */
  harness: Harness;
  /** The folder of stories, prompts and runs. */
  workspace: string;
};

/** How a surface calls operations. */
export type Surface = {
  signal: AbortSignal;
  on(event: RunEvent): void;
  /** How it names options, in errors and notes. */
  style: OptionStyle;
  /** Called when nothing keeps the operation from starting any more. */
  ready?(): void;
  shared?: Shared | undefined;
  /** How to call Rehearse, in commands that are printed or stored. */
  command: string;
  /** Uses only narrators that the settings name. */
  onlySettings?: boolean | undefined;
  /** Shows only what everybody at the table heard. */
  isPublic?: boolean | undefined;
  /** Of --name. */
  ciName?: string | undefined;
};

/** Options of every operation that may call a model; see options.ts. */
type Common = {
  config?: string | SettingsInput;
  record?: string;
  recording?: string;
};

type Given = Readonly<Record<string, unknown>>;

type Work<Answer> = (input: Record<string, unknown>, context: Context) => Promise<Answer>;

export async function withOperation<Answer>(
  declaration: Declaration,
  caller: Given,
  { style, on, ...surface }: Surface,
  work: Work<Answer>,
): Promise<Answer> {
  const special = specialOptions(declaration);
  const spelled = (event: RunEvent): RunEvent =>
    event.type === "note" ? { ...event, text: spellOptions(event.text, style, special) } : event;
  try {
    return await openFor(declaration, caller, { ...surface, on: (event) => on(spelled(event)) }, work);
  } catch (error) {
    throw error instanceof HarnessError ? error.spell(style, special) : error;
  }
}

async function openFor<Answer>(
  declaration: Declaration,
  caller: Given,
  surface: Omit<Surface, "style">,
  work: Work<Answer>,
): Promise<Answer> {
  const given = Object.fromEntries(Object.entries(caller).filter(([, value]) => value !== undefined));
  const input = readInput(declaration, given);
  const { config: settings, record, recording } = input as Common;
  const flags = settingsIn(declaration, { given, input });
  const { signal, on, shared, onlySettings, isPublic } = surface;
  const config = shared
    ? withFlags(shared.harness.config, flags)
    : await loadConfig({
        ...(typeof settings === "string" ? { file: settings } : { written: settings }),
        flags,
      });
  const own = { ...config, ...declaration.harness?.(input, config) };
  const command = declaration.recordedAs?.(input) ?? declaration.name;
  const options: HarnessOptions = {
    ...withRecording(own, { command, recording }),
    onRetry: (news) => on({ type: "note", level: "warning", text: retryText(news) }),
    onlySettings,
    command: surface.command,
    has: (option) => option in declaration.input.shape,
  };
  const harness = shared
    ? shared.harness.with({ ...options, workspace: shared.workspace })
    : createHarness({ ...options, house: houseCast });
  try {
    const ciName = surface.ciName ?? declaration.ciName?.(input) ?? declaration.name;
    return await work(input, {
      harness,
      config,
      signal,
      on,
      isPublic,
      ciName,
      root: shared?.workspace ?? ".",
      record: (what) => startRecording(harness, record, { command, ...what }),
    });
  } finally {
    await harness.close();
  }
}

/** The input was checked, so its values fit the settings. */
const withFlags = (config: HarnessConfig, flags: Record<string, unknown>): HarnessConfig => ({
  ...config,
  settings: { ...config.settings, ...flags },
  sources: { ...config.sources, ...Object.fromEntries(Object.keys(flags).map((name) => [name, "flag"])) },
});

/** Options that override a setting. */
const settingsIn = (
  { input }: Declaration,
  { given, input: checked }: { given: Given; input: Given },
): Record<string, unknown> =>
  Object.fromEntries(
    optionsOf(input).flatMap(({ name, setting }) =>
      setting !== undefined && name in given ? [[setting, checked[name]]] : [],
    ),
  );

/** Opens the recording to replay. What it says of models counts only while none is called: anyone may have written it. */
function withRecording<Given extends HarnessConfig & { pinned?: Pinned | undefined }>(
  config: Given,
  { command, recording }: Pick<Common, "recording"> & { command: string },
) {
  const recordings = openRecordings(systemClock, recording);
  const { manifest } = recordings;
  if (!manifest) return { ...config, recordings };
  if (manifest.command !== command)
    throw new HarnessError({
      code: "bad-recording",
      option: "recording",
      message: `${recording} was recorded by \`rehearse ${manifest.command}\`, not by \`rehearse ${command}\`.`,
      remedy: `Play it with ${callText(manifest.command, { ...checkpointFor(manifest), recording })}.`,
    });
  return {
    ...config,
    settings: { ...manifest.settings, ...config.settings },
    recordings,
    pinned: { limits: {}, maxOutput: {}, addresses: {}, models: manifest.models },
  };
}

/** A recording has the fingerprint of a checkpoint, but not the checkpoint. */
const checkpointFor = ({ inputs: { checkpoint, checkpoints } }: RecordingManifest): object =>
  checkpoint || checkpoints ? { checkpoint: "turn-N.json" } : {};

async function startRecording(
  { recordings, settings: { secondLook, findings }, keys }: Harness,
  record: string | undefined,
  { command, inputs, models = {} }: Recorded & { command: string },
): Promise<void> {
  if (record === undefined && !recordings.manifest) return;
  const plan = {
    rehearse: rehearseVersion(),
    command,
    inputs: JSON.parse(JSON.stringify(inputs)) as RecordingManifest["inputs"],
    settings: { secondLook, findings },
    models: Object.fromEntries(Object.entries(models).map(portableModel)),
    providers: [...keys],
  };
  await recordings.start(plan, record);
}

const portableModel = ([name, entry]: [string, ModelEntry]): [string, ModelEntry] => [
  portableName(name),
  { ...entry, id: portableName(entry.id) },
];

/** Why it takes longer. */
export const retryText = ({ call, failure, attempt, attempts, pauseMs }: RetryNews): string => {
  const counted = `attempt ${attempt}${attempts === undefined ? "" : ` of ${attempts}`}`;
  if ("problem" in failure) return `${call}: ${failure.problem.replace(/\.$/, "")}, ${counted}; asking again`;
  const isNamed = failure.status === undefined || failure.code === "malformed-response";
  const problem = isNamed ? failure.code.replaceAll("-", " ") : `answered ${failure.status}`;
  // Such attempts are not limited, only their time is.
  const ordered = attempts === undefined ? ", as the answer says" : "";
  return `${call}: ${problem}, ${counted}; retrying in ${(pauseMs / 1_000).toFixed(1)} s${ordered}`;
};
