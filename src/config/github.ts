import { z } from 'zod';
import { CONSENT_SERVER, clientId, clientSecret, type OAuthClient, toClient, UNENCRYPTED_TOKENS } from './oauth.ts';
import { type Environment, type Section, serviceAddress, type ValuesOf } from './variable.ts';

export interface GitHubConfig {
  /**
   * Null: in development, connecting and signing in with GitHub use the program's own consent server; in production they
   * are switched off.
   */
  readonly oauth: (OAuthClient & { readonly url: string; readonly apiUrl: string }) | null;
  /** A GitHub App, with which people let the program read private repositories that they choose; null: there is none. */
  readonly app: { readonly id: string; readonly key: string } | null;
  /** The secret with which GitHub signs its webhooks; null: no webhook is accepted. */
  readonly webhookSecret: string | null;
}

const WEBSITE = 'https://github.com';
const API = 'https://api.github.com';
const isKey = (text: string): boolean => /^-----BEGIN (?:RSA )?PRIVATE KEY-----\n[\s\S]+-----END (?:RSA )?PRIVATE KEY-----\n?$/.test(text);

export const GITHUB = {
  service: {
    name: 'github',
    title: 'GitHub',
    standIn: CONSENT_SERVER,
    needed: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
    beside: ['GITHUB_APP_ID', 'GITHUB_APP_KEY', 'GITHUB_WEBHOOK_SECRET'],
    otherwise: 'nobody can connect GitHub or sign in with it',
  },
  variables: {
    GITHUB_CLIENT_ID: {
      schema: clientId,
      description: 'id of the program as it is registered at GitHub, to connect GitHub and to sign in',
    },
    GITHUB_CLIENT_SECRET: { schema: clientSecret, description: 'its secret there', secret: true },
    GITHUB_URL: {
      schema: serviceAddress(WEBSITE).default(WEBSITE),
      description: 'another GitHub, such as a GitHub Enterprise Server',
      production: { unencrypted: UNENCRYPTED_TOKENS },
    },
    GITHUB_API_URL: {
      schema: serviceAddress(API).default(API),
      description: 'the address of its API; at a GitHub Enterprise Server it ends with `/api/v3`',
      production: { unencrypted: UNENCRYPTED_TOKENS },
    },
    GITHUB_APP_ID: {
      schema: z
        .string()
        .regex(/^\d{1,20}$/, { error: 'is the id of the GitHub App, digits only.' })
        .optional(),
      description:
        'id of a GitHub App with the permissions Contents and Pull requests, read-only; people install it on their account, or an organization does, and choose the repositories in which commits can be looked up. Set it together with `GITHUB_APP_KEY`',
      unset: 'no private repositories',
    },
    GITHUB_APP_KEY: {
      schema: z
        .string()
        // In a key that is written on one line, line ends are written as `\n`.
        .transform((text) => text.replaceAll('\\n', '\n'))
        .refine(isKey, { error: 'is the private key of the GitHub App, as PEM.' })
        .optional(),
      description: 'its private key (PEM; in one line with `\\n`)',
      unset: 'no private repositories',
      secret: true,
    },
    GITHUB_WEBHOOK_SECRET: {
      schema: z
        .string()
        .regex(/^[\x21-\x7e]{16,500}$/, { error: 'is the secret of the webhook, 16 characters at least.' })
        .optional(),
      description:
        'secret of the webhook of the GitHub App (events push and pull_request, to `/api/webhooks/github`), by which a commit that names a task proves it',
      unset: 'no webhooks',
      secret: true,
    },
  },
  faults: (set: Environment): readonly string[] =>
    (set.GITHUB_APP_ID === undefined) === (set.GITHUB_APP_KEY === undefined)
      ? []
      : ['GITHUB_APP_ID and GITHUB_APP_KEY belong together: give both, or neither.'],
} satisfies Section;

export function toGitHub(env: ValuesOf<typeof GITHUB.variables>): GitHubConfig {
  const { GITHUB_APP_ID: id, GITHUB_APP_KEY: key } = env;
  const client = toClient(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET);
  return {
    oauth: client && { ...client, url: env.GITHUB_URL, apiUrl: env.GITHUB_API_URL },
    app: id === undefined || key === undefined ? null : { id, key },
    webhookSecret: env.GITHUB_WEBHOOK_SECRET ?? null,
  };
}
