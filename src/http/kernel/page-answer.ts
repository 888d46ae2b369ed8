import type { Context } from 'koa';
import { type PartnerPage, partnerPageCsp, renderPartnerPage } from '../../messages/partner/page.ts';

/** Answers a page without script. The address of such a page is a secret: it goes to no other page, into no cache and into no index. */
export function answerPage(context: Context, status: number, page: PartnerPage, faces: string): void {
  context.status = status;
  context.set({
    'Content-Security-Policy': partnerPageCsp(faces),
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  context.type = 'text/html; charset=utf-8';
  context.body = renderPartnerPage(page, faces);
}

/** Somebody pressed a link, or typed an address: what is answered is looked at by a person. */
export const isVisit = ({ method, req }: Context): boolean => method === 'GET' && req.headers['sec-fetch-dest'] === 'document';
