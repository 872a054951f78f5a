import { useState } from "react";
import { Icon, type IconName } from "../ui/index.ts";
import { keepTheme, readTheme, themes, type Theme } from "./theme.ts";

const signs: Record<Theme, IconName> = { system: "system", light: "sun", dark: "moon" };

/** One button that goes round: system, light, dark. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(readTheme);
  const following = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  const change = () => {
    keepTheme(following);
    setTheme(following);
  };
  return (
    <button
      type="button"
      className="icon-button"
      onClick={change}
      aria-label={`Colours: ${theme}. Change to ${following}`}
      title={`Colours: ${theme}`}
    >
      <Icon name={signs[theme]} />
    </button>
  );
}
