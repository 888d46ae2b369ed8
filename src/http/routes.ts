import type { IncomingMessage } from 'node:http';
import type { Accounts } from '../app/account/accounts.ts';
import type { App } from '../app/app.ts';
import type { ReportFiles } from '../reports/rendering/report-files.ts';
import type { KnownBrowsers, SignupCookie } from './kernel/known-browsers.ts';
import type { WrongTries } from './kernel/limits.ts';
import type { Pages } from './kernel/list-page.ts';
import type { Route } from './kernel/route.ts';
import type { Sessions } from './kernel/session.ts';

/** What a feature's routes may know of the whole, beside what they work with. */
export interface Site {
  /** Its address begins with https. */
  readonly secure: boolean;
  /** Every call of the API, once all are made. */
  readonly routes: () => readonly Route[];
}

/** The calls of one feature, literal paths before those with a parameter that would match them too. */
export type RouteSource = (deps: Deps, site: Site) => readonly Route[];

/** Every call of the API, once, in the order of the sources: what is here is served, validated and documented. */
export function routesFrom(sources: readonly RouteSource[], deps: Deps, secure: boolean): readonly Route[] {
  const site: Site = { secure, routes: () => routes };
  const routes = sources.flatMap((source) => source(deps, site));
  return routes;
}

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
