import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { expect, test } from "vitest";
import { telemetry } from "./sdk.ts";

test("the SDK reports to whoever listens, and makes no reports for nobody", () => {
  expect(telemetry()).toEqual({ isEnabled: false });
  const listen = () => {};
  subscribe("tracing:ai:telemetry:start", listen);
  expect(telemetry()).toEqual({ isEnabled: true });
  unsubscribe("tracing:ai:telemetry:start", listen);
  Object.assign(globalThis, { AI_SDK_TELEMETRY_INTEGRATIONS: [{}] });
  expect(telemetry()).toEqual({ isEnabled: true });
  Object.assign(globalThis, { AI_SDK_TELEMETRY_INTEGRATIONS: undefined });
});
