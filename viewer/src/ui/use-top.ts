import { useLayoutEffect, useState, type RefObject } from "react";

/** How far below the top of the page an element begins, also after something above it has grown. */
export function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () =>
      setTop(element.current ? Math.round(element.current.getBoundingClientRect().top + scrollY) : 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
