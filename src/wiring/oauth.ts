import type { Config } from '../config/config.ts';
import { OWN_CLIENT } from '../http/routes/dev/consents.ts';
import type { OAuthProviders } from '../ports/oauth.ts';
import { githubOAuth } from '../providers/oauth/github.ts';
import { googleOAuth } from '../providers/oauth/google.ts';

/**
 * The providers as configured. Where the program is not registered at one, its own consent server takes the place of it in
 * development, and in production nobody does. `origin`: the address of the program.
 */
export function openOAuth({ oauth: { google, github }, mode }: Pick<Config, 'oauth' | 'mode'>, origin: () => string): OAuthProviders {
  const own = (path: string) => () => `${origin()}/dev/oauth/${path}`;
  const isOwn = mode === 'development';
  return {
    google: google ? googleOAuth({ ...google, url: () => google.url }) : isOwn ? googleOAuth({ ...OWN_CLIENT, url: own('google') }) : null,
    github: github
      ? githubOAuth({ ...github, url: () => github.url, apiUrl: () => github.apiUrl })
      : isOwn
        ? githubOAuth({ ...OWN_CLIENT, url: own('github'), apiUrl: own('github/api') })
        : null,
  };
}
