import { signInAddress } from '../api/session.ts';
import { ProviderLinks } from '../ui/provider-links.tsx';
import { browserZone } from '../ui/zones.ts';

/** Signing in by an account elsewhere. An account that is made there has the browser's zone. */
export const Providers = () => (
  <div className="auth-ps">
    <p className="auth-or">
      <span>or</span>
    </p>
    <ProviderLinks className="btn-l" address={(platform) => signInAddress(platform, { timezone: browserZone() })} />
  </div>
);
