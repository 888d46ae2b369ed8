import { lazy } from 'react';
import { LegalPage } from '../legal/legal-page.tsx';

const OauthRedirect = lazy(() => import('../account/oauth-redirect.tsx').then((module) => ({ default: module.OauthRedirect })));
const Gallery = lazy(() => import('../gallery/gallery.tsx').then((module) => ({ default: module.Gallery })));

const VerifyReport = lazy(() => import('../verify-report/verify-report.tsx').then((module) => ({ default: module.VerifyReport })));

export type OtherPage = 'terms' | 'privacy' | 'security' | 'verify-a-report' | 'oauth/redirect' | 'dev/ui';

/** Pages without a session other than the landing page and the sign-in pages. `page`: the address without the first slash. */
export function OtherPages({ page }: { page: OtherPage }) {
  if (page === 'oauth/redirect') return <OauthRedirect />;
  if (page === 'verify-a-report') return <VerifyReport />;
  return page === 'dev/ui' ? <Gallery /> : <LegalPage page={page} />;
}
