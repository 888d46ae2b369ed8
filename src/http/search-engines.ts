import { withoutLastSlash } from './page-links.ts';

/** The pages that anybody may find, with their titles. Everything else needs a session or a secret link. */
const PUBLIC_PAGES: Readonly<Record<string, string>> = {
  '/': 'Vouch: Your Success, Verified',
  '/privacy': 'Privacy · Vouch',
  '/terms': 'Terms · Vouch',
  '/security': 'Security · Vouch',
  '/verify-a-report': 'Verify a report · Vouch',
};

/** Says the same as `web/index.html`. */
const DESCRIPTION = 'A ledger of kept promises. Promise yourself a task, prove that you did it, and the line is closed.';

/** A picture of the landing page, made by scripts/readme-pictures.ts. */
const PICTURE = { path: '/share.jpg', width: 1_200, height: 630, alt: 'The landing page of Vouch, with a sample day.' } as const;

const meta = (kind: 'name' | 'property', name: string, content: string | number): string => `<meta ${kind}="${name}" content="${content}">`;

/**
 * The page with what search engines and previews of links read: on a public page its one address, its title and a picture, on
 * every other page that it is not to be found. `origin` was checked against the own origins.
 */
export function withPreview(page: string, path: string, origin: string): string {
  const own = withoutLastSlash(path.toLowerCase());
  const title = Object.hasOwn(PUBLIC_PAGES, own) ? PUBLIC_PAGES[own] : undefined;
  if (title === undefined) return page.replace('</head>', () => `${meta('name', 'robots', 'noindex')}\n  </head>`);
  const lines = [
    `<link rel="canonical" href="${origin}${own}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Vouch'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', DESCRIPTION),
    meta('property', 'og:url', `${origin}${own}`),
    meta('property', 'og:image', `${origin}${PICTURE.path}`),
    meta('property', 'og:image:type', 'image/jpeg'),
    meta('property', 'og:image:width', PICTURE.width),
    meta('property', 'og:image:height', PICTURE.height),
    meta('property', 'og:image:alt', PICTURE.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', DESCRIPTION),
    meta('name', 'twitter:image', `${origin}${PICTURE.path}`),
    meta('name', 'twitter:image:alt', PICTURE.alt),
  ];
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace('</head>', () => `${lines.map((line) => `  ${line}`).join('\n')}\n  </head>`);
}

/** `/robots.txt`. Pages behind `/share/` say themselves that they are not to be found. */
export const robotsFile = (origin: string): string =>
  ['User-agent: *', 'Disallow: /api/', 'Disallow: /auth/', 'Disallow: /partner/', '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');

/** `/sitemap.xml`: the addresses of the public pages. */
export function sitemap(origin: string): string {
  const urls = Object.keys(PUBLIC_PAGES).map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
