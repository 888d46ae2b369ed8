/**
 * The address that a person without a session wanted to open, such as the link of a mail. It is kept in this browser until
 * somebody signs in, because the link of a confirmation mail opens another tab and a provider's page replaces this one.
 */
const NAME = 'vouch-return';
/** In milliseconds. The link of a confirmation mail works as long. */
const KEPT_FOR = 24 * 3_600_000;

/** The state of the landing page's history entry. `wantsScreen`: the person wanted to open a screen that needs a session. */
export interface LandingState {
  readonly wantsScreen: boolean;
}

interface Kept {
  readonly to: string;
  /** Milliseconds of this browser's clock. */
  readonly at: number;
}

function withStorage<T>(use: (store: Storage) => T): T | null {
  try {
    return use(localStorage);
  } catch {
    return null; // The browser does not allow storage. People without it begin on the dashboard.
  }
}

/** Whether a browser opens this address on the server that it is on. `//host` and `/\host` lead to another one. */
const isOwn = (to: string): boolean => /^\/(?![/\\])/.test(to) && new URL(to, 'https://own.invalid').origin === 'https://own.invalid';

/** Parses what is stored. Null: there is nothing, it is too old, or it leads to another server. */
export function keptAddress(stored: string | null, now: number): string | null {
  if (stored === null) return null;
  try {
    const { to, at } = JSON.parse(stored) as Partial<Kept>;
    const isFresh = typeof at === 'number' && at <= now && now - at < KEPT_FOR;
    return typeof to === 'string' && isFresh && isOwn(to) ? to : null;
  } catch {
    return null;
  }
}

export const returnAddress = (): string | null => withStorage((store) => keptAddress(store.getItem(NAME), Date.now()));
export const keepReturnAddress = (to: string): void =>
  void withStorage((store) => store.setItem(NAME, JSON.stringify({ to, at: Date.now() } satisfies Kept)));
export const forgetReturnAddress = (): void => void withStorage((store) => store.removeItem(NAME));
