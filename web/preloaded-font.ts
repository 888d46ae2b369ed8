import type { Plugin } from 'vite';

/** The font of all text but code, with the letters of Western European languages. */
const FONT = /^assets\/hanken-grotesk-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * Names the font that every page reads first in the document. The browser would otherwise ask for it only when the scripts have
 * written the first text.
 */
export const preloadedFont: Plugin = {
  name: 'preloaded-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_document, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => FONT.test(file));
      if (font === undefined) throw new Error('The build has no font for the text.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font}` };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  },
};
