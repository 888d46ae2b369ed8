import { createHash } from 'node:crypto';
import Router from '@koa/router';
import Handlebars from 'handlebars';
import type { Context } from 'koa';
import { tokenHash } from '../../../app/delivery/account-mails.ts';
import { PARTNER_PAGE_STYLE } from '../../../messages/partner/page.ts';
import type { Stored } from '../../../ports/documents.ts';
import { postText } from '../../../presenters/premium.ts';
import { file as findFile } from '../../../projections/file.ts';
import { type SocialPostDoc, sharedPost } from '../../../projections/premium.ts';
import { ornamentSvg } from '../../../reports/html/svg.ts';
import { LOGO } from '../../../reports/model/marks.ts';
import type { Addresses } from '../../kernel/limits.ts';
import type { Deps } from '../../routes.ts';

/** Contains text and picture, and nothing about the owner. */
export interface SharePage {
  readonly text: string;
  /** The picture's address is null if there is no picture. */
  readonly url: string;
  readonly picture: string | null;
}

const STYLE = `${PARTNER_PAGE_STYLE}.share img{display:block;width:100%;height:auto;border-bottom:1px solid var(--line)}.share .txt{font-size:var(--t4);line-height:1.5;white-space:pre-line;max-width:60ch}`;
const styleWith = (faces: string): string => faces + STYLE;

/** Allows no scripts, no forms, and no resources except fonts and the post's own picture. */
function sharePageCsp(faces: string): string {
  const hash = createHash('sha256').update(styleWith(faces)).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}';${faces && " font-src 'self';"} img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

const TEMPLATE = `<!doctype html>
<html lang="en" prefix="og: https://ogp.me/ns#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>A promise kept · Vouch</title>
<meta property="og:type" content="website">
<meta property="og:site_name" content="Vouch">
<meta property="og:title" content="A promise kept">
<meta property="og:description" content="{{page.text}}">
<meta property="og:url" content="{{page.url}}">
{{#if page.picture}}<meta property="og:image" content="{{page.picture}}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
{{else}}<meta name="twitter:card" content="summary">
{{/if}}<style>{{{style}}}</style>
</head>
<body>
<div class="pp share">
<header><div class="brand">{{{logo}}}Vouch</div></header>
{{#if page.picture}}<img src="{{page.picture}}" width="1200" height="630" alt="">
{{/if}}<main><p class="txt" dir="auto">{{page.text}}</p></main>
</div>
</body>
</html>
`;

const GONE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>Nothing here · Vouch</title>
<style>{{{style}}}</style>
</head>
<body>
<div class="pp share">
<header><div class="brand">{{{logo}}}Vouch</div></header>
<main><h1>There is nothing here</h1><p class="ld">This post was taken back, or the link is not whole.</p></main>
</div>
</body>
</html>
`;

const compile = (text: string) => Handlebars.create().compile(text, { strict: true, knownHelpersOnly: true });
const page = compile(TEMPLATE);
const gone = compile(GONE);
const common = (faces: string) => ({ style: styleWith(faces), logo: ornamentSvg(LOGO, 24, 'logo') });

/** Escapes every text. */
const renderSharePage = (shown: SharePage, faces: string): string => page({ page: shown, ...common(faces) });
/** Shown for a link that does not exist or was withdrawn. */
const renderNothingShared = (faces: string): string => gone(common(faces));

const TOKEN = /^[0-9a-f]{64}$/;
/** Not cached, so that a withdrawn page disappears at once. */
const HEADERS = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

type WithToken = Context & { readonly params: Readonly<Record<string, string>> };

/** Anybody with the link sees exactly the text and the picture. */
export function sharePages({ app, originOf }: Deps, addresses: Addresses, faces = ''): Router {
  async function postBehind(token: string): Promise<Stored<SocialPostDoc> | null> {
    const found = TOKEN.test(token) ? await sharedPost(app.views, tokenHash(token)) : null;
    // When an account is deleted, its key is destroyed before its read models are empty.
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
