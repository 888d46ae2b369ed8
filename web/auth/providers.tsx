import { Note } from '../ui/note.tsx';

/** The longest sentence of a provider that is shown. */
const LONGEST = 300;

/** Signing in by an account elsewhere. These are links: the browser leaves for the provider. */
export const Providers = () => (
  <div className="auth-ps">
    <p className="auth-or">
      <span>or</span>
    </p>
    <a className="btn btn-l" href="/api/auth/oauth/google">
      Continue with Google
    </a>
    <a className="btn btn-l" href="/api/auth/oauth/github">
      Continue with GitHub
    </a>
  </div>
);

/** What a provider said when it did not let somebody in. It comes from the address, so it is shown as text and not at any length. */
export const ProviderRefusal = ({ message }: { message: string }) => (
  <Note tone="missed" alert title={[...message].slice(0, LONGEST).join('')} className="mt-4" />
);
