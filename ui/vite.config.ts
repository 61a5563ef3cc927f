import { transformAsync } from "@babel/core";
import macro from "@lingui/babel-plugin-lingui-macro";
import { lingui } from "@lingui/vite-plugin";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vitest/config";

export default defineConfig({
  plugins: [
    texts(),
    lingui({ failOnMissing: true, failOnCompileError: true }),
    react({ jsxImportSource: "#drawn" }),
  ],
  build: {
    target: "safari15",
    // The page's content policy allows no inline script, and the polyfill would be one.
    modulePreload: { polyfill: false },
    // Fonts and icons stay files: the content policy allows `data:` for images only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // Two windows, two pages: the one that decides shares no code with the main one but kit and facts.
    rollupOptions: { input: ["index.html", "approval.html"] },
  },
  // The samples hold the pages of the manual, which lie beside this folder.
  server: { port: 5173, strictPort: false, fs: { allow: [".."] } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing.ts"],
    css: false,
    testTimeout: 60_000,
    maxWorkers: 2,
  },
});

/** Texts become messages: t`…` and <Trans> are macros, which nothing else here knows how to run. */
function texts(): Plugin {
  return {
    name: "texts",
    enforce: "pre",
    transform: {
      filter: { id: /\.tsx?$/, code: '/macro"' },
      async handler(code, filename) {
        const made = await transformAsync(code, {
          filename,
          babelrc: false,
          configFile: false,
          sourceMaps: true,
          parserOpts: { plugins: ["typescript", "jsx"] },
          plugins: [macro],
        });
        return made?.code == null ? null : { code: made.code, map: made.map };
      },
    },
  };
}
