import { useEffect } from "react";

/** A page that was gone to begins at its top, for eyes and for screen readers. Going back stays where one was: that is the browser's. */
export function useFreshPage(): void {
  useEffect(() => {
    const begin = () => {
      scrollTo(0, 0);
      document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
    };
    // The router tells of its own steps by this name.
    addEventListener("pushState", begin);
    return () => removeEventListener("pushState", begin);
  }, []);
}
