import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** All of it as one script and one style sheet, to be put into a page: what `rehearse export` writes. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  build: {
    outDir: "dist/single",
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: "src/main.tsx",
      output: { entryFileNames: "viewer.js", assetFileNames: "viewer[extname]", codeSplitting: false },
    },
  },
});
