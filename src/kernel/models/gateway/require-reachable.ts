import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Clock } from "../../clock/index.ts";
import { HarnessError } from "../../errors/index.ts";
import { connectionProblem } from "./connection-problem.ts";

/** Longer than any network takes that a person would test over. */
const WITHIN_MS = 5_000;

/** Throws where nothing listens at an address. It connects and sends nothing: asking may cost its owner money. */
export async function requireReachable(
  url: string,
  { who, clock }: { who: string; clock: Clock },
): Promise<void> {
  if (!URL.canParse(url))
    throw unreachable(who, "the address is not valid", "Write it as http://HOST:PORT/PATH.");
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = protocol === "https:";
  const at = { host, port: Number(port) || (secure ? 443 : 80) };
  const socket = secure ? connectTls({ ...at, ALPNProtocols: ["http/1.1"] }) : connect(at);
  const over = new AbortController();
  try {
    await Promise.race([
      new Promise((resolve, reject) =>
        socket.once(secure ? "secureConnect" : "connect", resolve).once("error", reject),
      ),
      clock.sleep(WITHIN_MS, over.signal).then(() => {
        throw unreachable(
          who,
          `no connection within ${WITHIN_MS / 1_000} s`,
          "Start it, or check its address.",
        );
      }),
    ]);
  } catch (error) {
    if (error instanceof HarnessError) throw error;
    const { what, remedy } = connectionProblem(error) ?? {
      what: String(error),
      remedy: "Check its address.",
    };
    throw unreachable(who, what, remedy, error);
  } finally {
    over.abort();
    socket.on("error", () => {}).destroy();
  }
}

const unreachable = (who: string, what: string, remedy: string, cause?: unknown) =>
  new HarnessError({
    code: "outside-unreachable",
    message: `${who} cannot be reached: ${what}.`,
    remedy,
    exit: 3,
    cause,
  });
