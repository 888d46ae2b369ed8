import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FACE = /@font-face\s*\{[^{}<]*url\(\/assets\/[^{}<]*\}/g;

/**
 * The `@font-face` rules of the built web client, for the pages that are made without it (the partner's pages and others).
 * Empty if the web client has not been built.
 */
export function fontFaces(webRoot: string): string {
  try {
    const assets = join(webRoot, 'assets');
    const sheets = readdirSync(assets).filter((name) => /^index-.*\.css$/.test(name));
    return sheets.flatMap((name) => readFileSync(join(assets, name), 'utf8').match(FACE) ?? []).join('');
  } catch {
    return '';
  }
}
