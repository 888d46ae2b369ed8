import type { IncomingMessage } from 'node:http';
import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import type { ReportFiles } from '../reports/rendering/report-files.ts';
import type { KnownBrowsers, SignupCookie } from './kernel/known-browsers.ts';
import type { WrongTries } from './kernel/limits.ts';
import type { Pages } from './kernel/list-page.ts';
import type { IsStillSignedIn } from './kernel/principal.ts';
import type { Route } from './kernel/route.ts';
import type { Sessions } from './kernel/session.ts';
import type { Live } from './routes/live/live.ts';

/** Facts about the whole site that the routes of a feature may need. */
export interface Site {
  /** The program uses https. */
  readonly secure: boolean;
  /** Available after all routes were made. */
  readonly routes: () => readonly Route[];
}

/** Literal paths come before those with a parameter that would also match them. */
export type RouteSource = (deps: Deps, site: Site) => readonly Route[];

/** Keeps the order of the sources. These routes are served, validated and documented. */
export function routesFrom(sources: readonly RouteSource[], deps: Deps, secure: boolean): readonly Route[] {
  const site: Site = { secure, routes: () => routes };
  const routes = sources.flatMap((source) => source(deps, site));
  return routes;
}

export interface Deps {
  readonly app: App;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly browsers: KnownBrowsers;
  readonly signupCookie: SignupCookie;
  readonly pages: Pages;
  readonly wrongTries: WrongTries;
  readonly reportFiles: ReportFiles;
  readonly live: Live;
  readonly isStillSignedIn: IsStillSignedIn;
  /** Used for links in answers. */
  readonly originOf: (request: Pick<IncomingMessage, 'headers'>) => string;
}

/** Waits until reads include the writes up to this position. Null: nothing was written. */
export const waitForReadModels = async ({ app }: Pick<Deps, 'app'>, position: string | null): Promise<void> => {
  if (position !== null) await app.waitForReadModels(position, { readersWait: true });
};
