/** The viewer: everything `rehearse serve` knows, to look at and to act on. What a model said is only ever shown as text. */
// First: a page's own sheet may say otherwise.
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/controls.css";
import "./styles/panels.css";
import "./styles/rows.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { queryClient } from "./api/index.ts";
import { App } from "./app/app.tsx";
import { applyTheme } from "./app/theme.tsx";
import { exported, useHashLocation } from "./exported/index.ts";

applyTheme();

createRoot(document.querySelector("#root") as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Router {...(exported && { hook: useHashLocation })}>
        <App />
      </Router>
    </QueryClientProvider>
  </StrictMode>,
);
