import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { tooLargeBy } from "./limit-body.ts";

/** What still arrives after the answer is thrown away, up to here: a sender that is cut off at once never hears why. */
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_MS = 500;
const LOOK_MS = 10;

/** Ends connections whose request was answered before all of its body had arrived. Node would read the rest, however much it is. */
export function hangUpOnTheRest(server: Server): void {
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    response.once("finish", () => {
      if (!request.complete) throwAway(request);
    });
  });
  // Who asks before sending is told: go on, or by the answer alone that it is too much.
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    if (!tooLargeBy(request.headers["content-length"])) response.writeContinue();
    server.emit("request", request, response);
  });
}

function throwAway(request: IncomingMessage): void {
  const { socket } = request;
  const before = socket.bytesRead;
  let looks = 0;
  request.resume();
  // Looked at, not listened for: Node tells nobody of what it throws away.
  const looking = setInterval(() => {
    if (request.complete || socket.destroyed) return clearInterval(looking);
    if (++looks * LOOK_MS >= LONGEST_MS || socket.bytesRead - before > MOST_BYTES) socket.destroy();
  }, LOOK_MS);
}
