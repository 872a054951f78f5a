import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";

export type Tab<Name extends string> = { name: Name; label: string; count?: number };

/** Tabs after the ARIA pattern: arrows move between tabs and switch the panel. */
export function Tabs<Name extends string>({
  id: name,
  label,
  tabs,
  current,
  onChange,
  children,
}: {
  /** The target of links into the page. */ id?: string;
  label: string;
  tabs: readonly Tab<Name>[];
  current: Name;
  onChange: (name: Name) => void;
  children: ReactNode;
}) {
  const own = useId();
  const id = name ?? own;
  const list = useRef<HTMLDivElement>(null);
  // Scrolls only sideways, so that the chosen tab is in view if the tabs overflow.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${current}"]`);
    if (list.current && chosen)
      list.current.scrollLeft =
        chosen.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2;
  }, [current, tabs.length]);
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ name }) => name === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.name);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };
  return (
    <section className="tabs" id={name} tabIndex={name === undefined ? undefined : -1}>
      <div role="tablist" ref={list} aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, label, count }) => (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChange(name)}
          >
            <span className="tab-label" data-label={label}>
              {label}
            </span>
            {count !== undefined && count > 0 && <span className="tab-count">{count}</span>}
          </button>
        ))}
      </div>
      <div
        // Each tab starts at its top.
        key={current}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className="tab-panel"
        tabIndex={0}
      >
        {children}
      </div>
    </section>
  );
}
