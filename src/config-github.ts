import { z } from 'zod';
import { serviceAddress } from './config-address.ts';

/** What GitHub and Gmail are used for beside connecting them and signing in. */
export interface IntegrationsConfig {
  /** A GitHub App through which people let the program read private repositories of their choice; null: nobody can. */
  readonly githubApp: { readonly id: string; readonly key: string } | null;
  /** The secret with which GitHub signs what it tells; null: nothing that comes is taken for GitHub's. */
  readonly githubWebhookSecret: string | null;
  /** The address of Gmail's API, without a trailing slash. */
  readonly gmailUrl: string;
}

const GMAIL = 'https://gmail.googleapis.com';
/** A key in one line has its line ends written as `\n`. */
const isKey = (text: string): boolean => /^-----BEGIN (?:RSA )?PRIVATE KEY-----\n[\s\S]+-----END (?:RSA )?PRIVATE KEY-----\n?$/.test(text);

/** The variables about them, for the schema of the environment. */
export const INTEGRATION_VARIABLES = {
  GITHUB_APP_ID: z
    .string()
    .regex(/^\d{1,20}$/, { error: 'is the id of the GitHub App, digits only.' })
    .optional(),
  GITHUB_APP_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine(isKey, { error: 'is the private key of the GitHub App, as PEM.' })
    .optional(),
  GITHUB_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/, { error: 'is the secret of the webhook, 16 characters at least.' })
    .optional(),
  GMAIL_URL: serviceAddress(GMAIL).default(GMAIL),
};

type IntegrationsEnvironment = z.output<z.ZodObject<typeof INTEGRATION_VARIABLES>>;

export const toIntegrations = (env: IntegrationsEnvironment): IntegrationsConfig => ({
  githubApp:
    env.GITHUB_APP_ID === undefined || env.GITHUB_APP_KEY === undefined ? null : { id: env.GITHUB_APP_ID, key: env.GITHUB_APP_KEY },
  githubWebhookSecret: env.GITHUB_WEBHOOK_SECRET ?? null,
  gmailUrl: env.GMAIL_URL,
});

export const faultsOfIntegrations = (set: Readonly<Record<string, string | undefined>>): string[] =>
  (set.GITHUB_APP_ID === undefined) === (set.GITHUB_APP_KEY === undefined)
    ? []
    : ['GITHUB_APP_ID and GITHUB_APP_KEY belong together: give both, or neither.'];
