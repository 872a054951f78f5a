import type { ReactNode } from "react";

type Option = string | { value: string; text: string };

/** One of several, with its label: controlled by `value`, or a field of a form that starts with `usual`. */
export function Select({
  label,
  className = "field",
  name,
  usual,
  value,
  onChange,
  none,
  options = [],
  children,
}: {
  label: ReactNode;
  className?: string;
  name?: string;
  usual?: string | undefined;
  value?: string;
  onChange?: (value: string) => void;
  /** What the empty choice means. Absent: there is none. */ none?: string;
  options?: readonly Option[];
  /** Further options, after the others. */ children?: ReactNode;
}) {
  return (
    <label className={className}>
      {label}
      <select
        name={name}
        {...(value === undefined
          ? { defaultValue: usual ?? "" }
          : { value, onChange: (event) => onChange?.(event.target.value) })}
      >
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
