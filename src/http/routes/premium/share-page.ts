import { createHash } from 'node:crypto';
import Handlebars from 'handlebars';
import { PARTNER_PAGE_STYLE } from '../../../messages/partner/page-style.ts';
import { ornamentSvg } from '../../../reports/html/svg.ts';
import { LOGO } from '../../../reports/model/marks.ts';

/** What the public page of a post shows: its text and picture, and nothing about whose it is. */
export interface SharePage {
  readonly text: string;
  /** Addresses of the page and of its picture; null: it has none. */
  readonly url: string;
  readonly picture: string | null;
}

const STYLE = `${PARTNER_PAGE_STYLE}.share img{display:block;width:100%;height:auto;border-bottom:1px solid var(--line)}.share .txt{font-size:var(--t4);line-height:1.5;white-space:pre-line;max-width:60ch}`;
const styleWith = (faces: string): string => faces + STYLE;

/** No scripts, nothing loaded but fonts and the picture of its own, and no forms. */
export function sharePageCsp(faces: string): string {
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
{{/if}}<main><p class="txt"><bdi>{{page.text}}</bdi></p></main>
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

/** The page as a standalone document. Every text is escaped. */
export const renderSharePage = (shown: SharePage, faces: string): string => page({ page: shown, ...common(faces) });
/** The page of a link that leads nowhere. */
export const renderNothingShared = (faces: string): string => gone(common(faces));
