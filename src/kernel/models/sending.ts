/** Tells a limiter when a request leaves: preparing one takes longer at times, and servers count arrivals. */
import { AsyncLocalStorage } from "node:async_hooks";

const listening = new AsyncLocalStorage<() => void>();

/** `onSend` is called for every request of this work, just before it leaves. */
export const listenForSends = <Value>(onSend: () => void, work: () => Value): Value =>
  listening.run(onSend, work);

export const noteSend = (): void => listening.getStore()?.();
