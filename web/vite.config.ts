import { fileURLToPath } from 'node:url';
import { constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compression, defineAlgorithm } from 'vite-plugin-compression2';
import { callsWithoutSchemas } from './calls-without-schemas.ts';
import { contractsWithoutEffects } from './contracts-without-effects.ts';
import { directImports } from './direct-imports.ts';
import { firstLooks } from './first-looks.ts';
import { pageFiles } from './page-files.ts';
import { preloadedFont } from './preloaded-font.ts';
import { pushWorkerFile } from './push-worker-file.ts';
import { scaledLengths } from './scaled-lengths.ts';
import { screenPaths } from './screen-paths.ts';
import { FIRST_FILES, scripts } from './scripts.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.VOUCH_SERVER ?? 'http://127.0.0.1:3000';

/**
 * A strict content security policy refuses the style element that Sonner writes. ui/styles/toasts.css contains the styles. A page has one
 * live region (ui/announcer.tsx), and Sonner's list is in it.
 */
const sonnerAsPart: Plugin = {
  name: 'sonner-as-part',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/sonner/dist/')) return null;
    const attributes = /\n *"aria-(?:live|relevant|atomic)": "[a-z ]+",/g;
    return { code: code.replace(/\n__insertCSS\(.*\);?\n/, '\n').replace(attributes, ''), map: null };
  },
};

/** amaro is made for Node. Browsers offer equivalents of the Node modules that it uses. */
const amaroInBrowsers: Plugin = {
  name: 'amaro-in-browsers',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/amaro/dist/')) return null;
    const bytes = '({ Buffer: { from: (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)) } })';
    return { code: code.replace('require("util")', 'globalThis').replace('require("node:buffer")', bytes), map: null };
  },
};

/** Lists the screens for the server, which answers every other address with status 404. */
const listOfScreens: Plugin = {
  name: 'list-of-screens',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screenPaths()) });
  },
};

const compressedAt = (quality: number, include: RegExp, exclude?: RegExp) =>
  compression({
    include,
    exclude,
    threshold: 1_024,
    algorithms: [
      defineAlgorithm('gzip', { level: 9 }),
      defineAlgorithm('brotliCompress', { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    ],
    logLevel: 'silent',
  });

/**
 * Writes each text file in its compressed forms too, and the server sends these. A server that compressed them for each
 * request spent most of a first visit on it. The highest level saves another 7 % and takes ten times as long, so only what is
 * needed before a page is shown gets it.
 */
const compressed = [compressedAt(11, FIRST_FILES), compressedAt(9, /\.(js|css|svg|wasm)$/, FIRST_FILES)];

export default defineConfig({
  root: here('.'),
  plugins: [
    directImports(),
    listOfScreens,
    pageFiles,
    firstLooks,
    preloadedFont,
    pushWorkerFile,
    callsWithoutSchemas,
    contractsWithoutEffects,
    sonnerAsPart,
    react(),
    compressed,
  ],
  css: { postcss: { plugins: [scaledLengths] } },
  resolve: {
    alias: [
      { find: 'react-style-singleton', replacement: here('./ui/style-singleton.ts') },
      // The package names the build for development only.
      { find: /^react-router$/, replacement: here('../node_modules/react-router/dist/production/index.mjs') },
      { find: /^react-router\/dom$/, replacement: here('../node_modules/react-router/dist/production/dom-export.mjs') },
    ],
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The diagram library is this large. It is loaded only for people who write a diagram.
    chunkSizeWarningLimit: 1_600,
    rolldownOptions: { output: { codeSplitting: scripts } },
  },
  // The code that people write runs in a worker, which loads a part of itself later.
  worker: { format: 'es', plugins: () => [amaroInBrowsers] },
  server: {
    proxy: { '/api': server, '/dev/mailbox': server, '/dev/outbox': server, '/partner': server, '/mails': server, '/dev/clock': server },
  },
});
