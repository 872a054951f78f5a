import { hasSubscribers } from "node:diagnostics_channel";

let loaded: Promise<typeof import("ai")> | undefined;

/** The AI SDK, loaded with the first call: nothing that makes none should wait for it. Kept, since each `import` resolves anew. */
export function sdk(): Promise<typeof import("ai")> {
  return (loaded ??= load());
}

function load(): Promise<typeof import("ai")> {
  // Warnings are for developers of the SDK's callers; ours are in the report.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  // Node loads its HTTP client at first sight of this: here, not between the start of the first call and its leaving.
  void globalThis.Headers;
  return import("ai");
}

/** Where nobody listens, the SDK spends half of a call on reports to nobody. */
export const telemetry = (): { isEnabled: boolean } => ({
  isEnabled:
    hasSubscribers("tracing:ai:telemetry:start") ||
    ((globalThis as { AI_SDK_TELEMETRY_INTEGRATIONS?: unknown[] }).AI_SDK_TELEMETRY_INTEGRATIONS ?? [])
      .length > 0,
});
