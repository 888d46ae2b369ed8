import { z } from 'zod';
import { LIVE_POSITION } from '../contracts/live.ts';
import { readSideOpen } from '../contracts/side-bar.ts';
import { builtList } from './built-list.ts';
import { isSessionCookie } from './kernel/session.ts';
import { preloadedRead } from './page-links.ts';

const LOOKS = z.record(z.string(), z.object({ title: z.string(), reads: z.array(z.string()), isLower: z.literal(true).optional() }));
type Looks = z.infer<typeof LOOKS>;

/** Whether a browser has the cookie of a session. Whether the session still lives is asked by the client. */
export const seemsSignedIn = (cookies: string): boolean => cookies.split(/;\s*/).some(isSessionCookie);

/** As `web/app/shell.tsx` draws it. The styles are in `web/ui/styles/first-look.css`. */
function frame(look: Looks[string] | undefined, isSideOpen: boolean): string {
  const heading = look ? `<h1${look.isLower ? ' class="lower"' : ''}>${look.title}</h1>` : '';
  return (
    `<div id="first-look"${isSideOpen ? '' : ' class="shut"'} aria-busy="true"><aside></aside><div>` +
    `<header><span><b>Vouch</b> Your Success, Verified</span></header>${heading}</div></div>`
  );
}

/**
 * Puts into the document of a signed-in screen what the person sees before the scripts have run: the frame and the title. It also
 * has the browser ask for what the screen reads first. `position` is that of the live connection. It is older than all of these
 * reads, so a client that connects from there is told of everything that they may lack. Without it nothing is asked for early.
 */
export function firstLook(root: string, position: () => string | null): (document: string, address: string, cookies: string) => string {
  let looks: Looks | null = null;
  return (document, address, cookies) => {
    looks ??= builtList(root, 'first-looks.json', LOOKS) ?? {};
    const look = looks[address];
    const from = position();
    const head = from === null ? [] : [`<meta name="${LIVE_POSITION}" content="${from}">`, ...(look?.reads ?? []).map(preloadedRead)];
    return document
      .replace('</head>', () => `${head.map((line) => `  ${line}\n  `).join('')}</head>`)
      .replace('<div id="root"></div>', (root) => root + frame(look, readSideOpen(cookies)));
  };
}
