import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import type { WrongTries } from './kernel/limits.ts';
import type { Pages } from './kernel/pages.ts';
import type { Sessions } from './kernel/session.ts';

/** What the routes are made of. */
export interface Deps {
  readonly app: App;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly pages: Pages;
  readonly wrongTries: WrongTries;
}

/** Sees to it that whoever is answered now reads what was written; null: nothing was. */
export const seen = async ({ app }: Pick<Deps, 'app'>, position: string | null): Promise<void> => {
  if (position !== null) await app.readable(position);
};
