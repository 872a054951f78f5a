/** Searches as you type. The key `/` moves the focus here. */
export const SearchField = ({
  placeholder,
  value = "",
  onChange,
}: {
  placeholder: string;
  value: string | undefined;
  onChange: (q: string) => void;
}) => (
  <label className="field grow">
    Search
    <input
      data-search
      type="search"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </label>
);
