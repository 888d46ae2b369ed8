import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'koa';
import { type PartnerPage, partnerPageCsp, renderPartnerPage } from '../../messages/partner/page.ts';

/** The address of the page is a secret, so it must not reach other pages, caches or search engines. */
export function answerPage(context: Context, status: number, page: PartnerPage, faces: string): void {
  context.status = status;
  context.set({
    'Content-Security-Policy': partnerPageCsp(faces, page),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  context.type = 'text/html; charset=utf-8';
  context.body = renderPartnerPage(page, faces);
}

/** Whether a person followed a link or typed the address. */
export const isVisit = ({ method, req }: Context): boolean => method === 'GET' && req.headers['sec-fetch-dest'] === 'document';

const FACE = /@font-face\s*\{[^{}<]*url\(\/assets\/[^{}<]*\}/g;

/** For pages outside of the web client, such as the partner's pages. Empty if the web client has not been built. */
export function fontFaces(webRoot: string): string {
  try {
    const assets = join(webRoot, 'assets');
    const sheets = readdirSync(assets).filter((name) => /^index-.*\.css$/.test(name));
    return sheets.flatMap((name) => readFileSync(join(assets, name), 'utf8').match(FACE) ?? []).join('');
  } catch {
    return '';
  }
}
