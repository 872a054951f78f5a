/** Tells a limiter when a request leaves: preparing one or connecting takes longer at times, and servers count arrivals. */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";

const listening = new AsyncLocalStorage<() => void>();

/** `onSend` is called for every request of this work, before it is prepared, and again when it leaves. */
export function listenForSends<Value>(onSend: () => void, work: () => Value): Value {
  listenToFetch();
  return listening.run(onSend, work);
}

export const noteSend = (): void => listening.getStore()?.();

let isListening = false;

/** Node's fetch says when it writes a request to its connection, which the first one has to open. */
function listenToFetch(): void {
  if (isListening) return;
  isListening = true;
  const listeners = new WeakMap<object, () => void>();
  subscribe("undici:request:create", (message) => {
    const [request, onSend] = [requestIn(message), listening.getStore()];
    if (request && onSend) listeners.set(request, onSend);
  });
  subscribe("undici:client:sendHeaders", (message) => {
    const request = requestIn(message);
    if (request) listeners.get(request)?.();
  });
}

const requestIn = (message: unknown): object | undefined =>
  typeof message === "object" && message !== null && "request" in message
    ? Object(message.request)
    : undefined;
