/**
 * A package registry on loopback that serves what pnpm installed in this clone: npm really installs, without network
 * access.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";

/** pnpm links equal files to one another; npm skips links in an archive. Only GNU tar archives them as links. */
const asFiles = process.platform === "linux" ? ["--hard-dereference"] : [];

type Manifest = { name: string; version: string };
type Installed = { manifest: Manifest; dir: string };

export async function serveInstalled(
  nodeModules: string,
): Promise<{ url: string; close(): Promise<unknown> }> {
  const packages = Map.groupBy(installedIn(join(nodeModules, ".pnpm")), ({ manifest }) => manifest.name);
  const server = createServer((request, response) => {
    const [, name = "", version] =
      decodeURIComponent(request.url!).match(/^\/((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/) ?? [];
    const all = packages.get(name) ?? [];
    const one = all.find(({ manifest }) => manifest.version === version);
    if (one) {
      // npm accepts a plain archive as well as a compressed one, with any folder name.
      const args = [
        "-C",
        dirname(one.dir),
        "-cf",
        "-",
        "--exclude=node_modules",
        ...asFiles,
        basename(one.dir),
      ];
      const tar = spawn("tar", args);
      tar.stdout.pipe(response);
    } else if (all.length > 0 && version === undefined) {
      const host = `http://${request.headers.host}`;
      const versions = all.map(({ manifest }) => [
        manifest.version,
        { ...manifest, dist: { tarball: `${host}/${name}/${manifest.version}` } },
      ]);
      const latest = all[0]!.manifest.version;
      response.end(
        JSON.stringify({ name, "dist-tags": { latest }, versions: Object.fromEntries(versions) as unknown }),
      );
    } else response.writeHead(404).end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

/** pnpm keeps each package in its own folder, beside links to its dependencies. */
function installedIn(store: string): Installed[] {
  const folders = (dir: string) =>
    readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => join(dir, name));
  return folders(store)
    .filter((dir) => basename(dir) !== "node_modules")
    .flatMap((dir) => folders(join(dir, "node_modules")))
    .flatMap((dir) => (basename(dir).startsWith("@") ? folders(dir) : [dir]))
    .map((dir) => ({
      dir,
      manifest: JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as Manifest,
    }));
}
