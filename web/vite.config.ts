import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { callsWithoutSchemas } from './calls-without-schemas.ts';
import { scaledLengths } from './scaled-lengths.ts';
import { screenPaths } from './screen-paths.ts';
import { scripts } from './scripts.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.VOUCH_SERVER ?? 'http://127.0.0.1:3000';

/** Removes the style element that Sonner writes, which a strict content security policy refuses. ui/styles/toasts.css has the styles. */
const sonnerWithoutStyles: Plugin = {
  name: 'sonner-without-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/sonner/dist/')) return null;
    return { code: code.replace(/\n__insertCSS\(.*\);?\n/, '\n'), map: null };
  },
};

/** amaro is made for Node. What it asks of Node's modules, browsers have as well. */
const amaroInBrowsers: Plugin = {
  name: 'amaro-in-browsers',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/amaro/dist/')) return null;
    const bytes = '({ Buffer: { from: (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)) } })';
    return { code: code.replace('require("util")', 'globalThis').replace('require("node:buffer")', bytes), map: null };
  },
};

/** Tells the server which addresses have a screen: any other is answered with status 404. */
const listOfScreens: Plugin = {
  name: 'list-of-screens',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screenPaths()) });
  },
};

export default defineConfig({
  root: here('.'),
  plugins: [listOfScreens, callsWithoutSchemas, sonnerWithoutStyles, react(), tailwindcss()],
  css: { postcss: { plugins: [scaledLengths] } },
  resolve: { alias: { 'react-style-singleton': here('./ui/style-singleton.ts') } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What draws diagrams is that large. It is loaded only where somebody writes one.
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: { output: { codeSplitting: scripts } },
  },
  // The code that people write runs in a worker, which loads a part of itself later.
  worker: { format: 'es', plugins: () => [amaroInBrowsers] },
  server: { proxy: { '/api': server, '/dev/mailbox': server, '/dev/outbox': server, '/partner': server, '/dev/clock': server } },
});
