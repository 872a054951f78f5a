/** An HTTP server on a free port of this machine. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export async function startServer(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<AsyncDisposable & { /** Without a slash at its end. */ url: string }> {
  const server = createServer((request, response) => {
    // A client that is killed in the middle of its request leaves nothing to answer.
    response.on("error", () => {});
    void (async () => answer(request, response))().catch(() => response.destroy());
  });
  // On a busy machine a connection can be idle for long: closing it just as it is used again would be a fault of the server's.
  server.keepAliveTimeout = 600_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const sendJson = (response: ServerResponse, value: unknown, status = 200): void =>
  void response
    .writeHead(status, { "content-type": "application/json" })
    .end(typeof value === "string" ? value : JSON.stringify(value));
