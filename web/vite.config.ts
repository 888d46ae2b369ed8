import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.VOUCH_SERVER ?? 'http://127.0.0.1:3000';

/** Sonner writes its rules into a style element, which a strict CSP refuses; ours come from ui/styles/toast.css. */
const sonnerWithoutStyles: Plugin = {
  name: 'sonner-without-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/sonner/dist/')) return null;
    return { code: code.replace(/\n__insertCSS\(.*\);?\n/, '\n'), map: null };
  },
};

export default defineConfig({
  root: here('.'),
  plugins: [sonnerWithoutStyles, react(), tailwindcss()],
  resolve: { alias: { 'react-style-singleton': here('./ui/style-singleton.ts') } },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': server, '/dev/mailbox': server, '/dev/outbox': server, '/partner': server, '/dev/clock': server } },
});
