/** A proxy between browser and server that can cut connections, like a closed laptop or a restarted proxy. */
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export type CuttingProxy = AsyncDisposable & {
  port: number;
  /** Where it leads. */ leadTo(port: number): void;
  /** Cuts all connections, and refuses new ones until `mend`. */ cut(): void;
  mend(): void;
};

export async function startCuttingProxy(): Promise<CuttingProxy> {
  let [target, isCut] = [0, false];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    return socket;
  };
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = keep(connect(target, "127.0.0.1"));
    keep(near).pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (port) => void (target = port),
    cut,
    mend: () => void (isCut = false),
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
