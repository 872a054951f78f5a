/** The current route, kept behind the `#`: a file has no paths of its own. */
import { useSyncExternalStore } from "react";
import type { BaseLocationHook, NavigateOptions } from "wouter";

/** A `#` that is not a route, such as a skip link's, does not navigate. */
let place = "/";
const read = (): string => {
  if (location.hash.startsWith("#/")) place = location.hash.slice(1);
  return place;
};

const listen = (tell: () => void) => {
  addEventListener("hashchange", tell);
  addEventListener("popstate", tell);
  return () => {
    removeEventListener("hashchange", tell);
    removeEventListener("popstate", tell);
  };
};

function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  history[replace ? "replaceState" : "pushState"](state, "", `#${to}`);
  dispatchEvent(new HashChangeEvent("hashchange"));
}

const usePlace = (): string => useSyncExternalStore(listen, read);

const useHash: BaseLocationHook = () => [usePlace().split("?")[0] ?? "/", navigate];

export const useHashLocation = Object.assign(useHash, {
  searchHook: () => usePlace().split("?")[1] ?? "",
  hrefs: (href: string) => `#${href}`,
});
