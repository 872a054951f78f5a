import type { ReactNode } from "react";

type Option = string | { value: string; text: string };

/** One of several, with its label. */
export function Select({
  label,
  describedBy,
  className = "field",
  value,
  onChange,
  none,
  options = [],
  children,
}: {
  label: ReactNode;
  /** The id of a text that explains it. */ describedBy?: string | undefined;
  className?: string;
  value: string;
  onChange: (value: string) => void;
  /** What the empty choice means. Absent: there is none. */ none?: string | undefined;
  options?: readonly Option[];
  /** Further options, after the others. */ children?: ReactNode;
}) {
  return (
    <label className={className}>
      {label}
      <select value={value} aria-describedby={describedBy} onChange={(event) => onChange(event.target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {options.map((option) => {
          const { value, text } = typeof option === "string" ? { value: option, text: option } : option;
          return (
            <option key={value} value={value}>
              {text}
            </option>
          );
        })}
        {children}
      </select>
    </label>
  );
}
