/** What tests of calibrations over HTTP need beside a server: a model that calibrates. */
import { startCountingServer } from "../model-servers/counting-server.ts";

/** A model on this machine that looks at expectations, and always expects the same. */
export async function startCalibrator() {
  const text = JSON.stringify({
    expected_primary: ["gray_rock"],
    expected_secondary: [],
    not_expected: ["handler_crisis"],
    rank_check: [],
    reasoning: "It asks for calm.",
  });
  const server = await startCountingServer({ reply: () => ({ text, input: 100, output: 10 }) });
  return {
    ...server,
    settings: {
      providers: { local: { baseURL: server.baseURL() } },
      roles: { calibrator: "local/judge", embedder: "house-embedding" },
    },
  };
}
