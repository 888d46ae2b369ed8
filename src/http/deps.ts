import type { IncomingMessage } from 'node:http';
import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import type { ReportFiles } from '../reports/rendering/report-files.ts';
import type { KnownBrowsers } from './kernel/known-browsers.ts';
import type { Pages } from './kernel/pages.ts';
import type { Sessions } from './kernel/session.ts';
import type { SignupCookie } from './kernel/signup-cookie.ts';
import type { WrongTries } from './kernel/wrong-tries.ts';

/** What the routes need. */
export interface Deps {
  readonly app: App;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly browsers: KnownBrowsers;
  readonly signupCookie: SignupCookie;
  readonly pages: Pages;
  readonly wrongTries: WrongTries;
  readonly reportFiles: ReportFiles;
  /** The origin under which a request reached this program, for links in answers. */
  readonly originOf: (request: Pick<IncomingMessage, 'headers'>) => string;
}

/** Makes sure that a client that is answered now reads what was written up to the position; null: nothing was written. */
export const waitForReadModels = async ({ app }: Pick<Deps, 'app'>, position: string | null): Promise<void> => {
  if (position !== null) await app.waitForReadModels(position, { readersWait: true });
};
