import Router from '@koa/router';
import type { Context } from 'koa';
import { tokenHash } from '../../../app/delivery/account-mails.ts';
import type { Stored } from '../../../ports/documents.ts';
import { postText } from '../../../presenters/premium.ts';
import { file as findFile } from '../../../projections/file.ts';
import { type SocialPostDoc, sharedPost } from '../../../projections/premium/social-posts.ts';
import type { Deps } from '../../deps.ts';
import type { Addresses } from '../../kernel/limits.ts';
import { renderNothingShared, renderSharePage, sharePageCsp } from './share-page.ts';

const TOKEN = /^[0-9a-f]{64}$/;
/** A page that is taken back is gone at once: no cache keeps it. */
const HEADERS = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

type WithToken = Context & { readonly params: Readonly<Record<string, string>> };

/** The public pages of shared posts. Whoever has the link sees exactly the text and the picture. */
export function sharePages({ app, originOf }: Deps, addresses: Addresses, faces = ''): Router {
  async function postBehind(token: string): Promise<Stored<SocialPostDoc> | null> {
    const found = TOKEN.test(token) ? await sharedPost(app.views, tokenHash(token)) : null;
    // The key of a deleted account is destroyed before its read models are empty.
    if (found === null || (await app.keys.key(found.doc.owner)) === null) return null;
    await app.opener.ready(found.doc.owner);
    return found;
  }

  function answer(context: Context, status: number, body: string): void {
    context.status = status;
    context.set({ ...HEADERS, 'Content-Security-Policy': sharePageCsp(faces) });
    context.type = 'text/html; charset=utf-8';
    context.body = body;
  }

  async function showPage(context: WithToken): Promise<void> {
    await addresses.bound(addresses.of(context), 'call');
    const { token = '' } = context.params;
    const found = await postBehind(token);
    if (found === null) return answer(context, 404, renderNothingShared(faces));
    const url = `${originOf(context.req)}/share/${token}`;
    const picture = found.doc.image_id === null ? null : `${url}/picture.png`;
    answer(context, 200, renderSharePage({ text: postText(app.opener, found.doc), url, picture }, faces));
  }

  async function showPicture(context: WithToken): Promise<void> {
    const address = addresses.of(context);
    await addresses.bound(address, 'call');
    addresses.answering(address, context.res);
    const image = (await postBehind(context.params.token ?? ''))?.doc.image_id ?? null;
    const doc = image === null ? null : ((await findFile(app.views, image))?.doc ?? null);
    const open = doc && (await app.files.read(doc.owner, doc.content));
    if (!open) return answer(context, 404, renderNothingShared(faces));
    const bytes = Buffer.concat(await Array.fromAsync(open.content));
    context.set({ ...HEADERS, 'Content-Security-Policy': "sandbox; default-src 'none'", 'X-Content-Type-Options': 'nosniff' });
    context.status = 200;
    context.type = 'image/png';
    context.body = bytes;
  }

  return new Router({ strict: true, sensitive: true }).get('/share/:token', showPage).get('/share/:token/picture.png', showPicture);
}
