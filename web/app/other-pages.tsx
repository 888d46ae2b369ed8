import { lazy } from 'react';
import { LegalPage } from '../legal/legal-page.tsx';

const OauthRedirect = lazy(() => import('../account/oauth-redirect.tsx').then((module) => ({ default: module.OauthRedirect })));
const Gallery = lazy(() => import('../gallery/gallery.tsx').then((module) => ({ default: module.Gallery })));

export type OtherPage = 'terms' | 'privacy' | 'security' | 'oauth/redirect' | 'dev/ui';

/** Pages without a session other than the landing page and the sign-in pages. `page`: the address without the first slash. */
export function OtherPages({ page }: { page: OtherPage }) {
  if (page === 'oauth/redirect') return <OauthRedirect />;
  return page === 'dev/ui' ? <Gallery /> : <LegalPage page={page} />;
}
