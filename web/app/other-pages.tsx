import { lazy } from 'react';
import { LegalPage } from '../legal/legal-page.tsx';

const OauthRedirect = lazy(() => import('../account/oauth-redirect.tsx').then((module) => ({ default: module.OauthRedirect })));
const Gallery = lazy(() => import('../gallery/gallery.tsx').then((module) => ({ default: module.Gallery })));

export type OtherPage = 'terms' | 'privacy' | 'security' | 'oauth/redirect' | 'dev/ui';

/** The pages that need no session, besides the landing page and those for signing in. `page`: its address without the first slash. */
export function OtherPages({ page }: { page: OtherPage }) {
  if (page === 'oauth/redirect') return <OauthRedirect />;
  return page === 'dev/ui' ? <Gallery /> : <LegalPage page={page} />;
}
