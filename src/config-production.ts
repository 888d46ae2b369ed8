import { isIP } from 'node:net';

/** Variables of the environment that are set, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export const NEEDED_IN_PRODUCTION = {
  PUBLIC_URL: 'is missing: the address under which people reach Vouch, such as https://vouch.example.com.',
  VOUCH_MASTER_KEY:
    'is missing: 32 random bytes in hexadecimal or base64, as `openssl rand -hex 32` gives them. Keep them: without them nothing personal can be read again.',
  SMTP_URL: 'is missing: the mail server, such as smtps://user:password@mail.example.com:465.',
  MAIL_FROM: 'is missing: the sender of all mail, such as Vouch <vouch@example.com>.',
} as const;

const PLAIN_AI =
  'begins with http: outside this machine proof and the key would travel unencrypted. AI_INSECURE=1 allows that, for a model in a network of your own.';
const PLAIN_PROVIDER = 'begins with http: outside this machine tokens would travel unencrypted. It must be https.';
const PLAIN_STRIPE = 'begins with http: outside this machine the key would travel unencrypted.';
const PLAIN_HTTP =
  'begins with http: outside this machine it must be https, since cookies and links would travel unencrypted. Only localhost, 127.0.0.1 and [::1] may be http.';

/** What production mode refuses, a sentence each, beginning with the name of the variable. */
export function faultsInProduction(set: Environment): string[] {
  const missing = Object.entries(NEEDED_IN_PRODUCTION)
    .filter(([name]) => set[name] === undefined)
    .map(([name, text]) => `${name} ${text}`);
  return [
    ...missing,
    ...(isPlainBeyondLoopback(set.PUBLIC_URL) ? [`PUBLIC_URL ${PLAIN_HTTP}`] : []),
    ...(isPlainBeyondLoopback(set.STRIPE_URL) ? [`STRIPE_URL ${PLAIN_STRIPE}`] : []),
    ...(isPlainBeyondLoopback(set.AI_URL) && set.AI_INSECURE !== '1' ? [`AI_URL ${PLAIN_AI}`] : []),
    ...['GOOGLE_URL', 'GITHUB_URL', 'GITHUB_API_URL', 'GMAIL_URL']
      .filter((name) => isPlainBeyondLoopback(set[name]))
      .map((name) => `${name} ${PLAIN_PROVIDER}`),
    ...(set.VOUCH_CLOCK === undefined ? [] : ['VOUCH_CLOCK is for development only: leave it out.']),
  ];
}

/** Where it is no address at all, another check says so. */
function isPlainBeyondLoopback(value: string | undefined): boolean {
  const url = value !== undefined && URL.canParse(value) ? new URL(value) : null;
  return url !== null && url.protocol === 'http:' && !isLoopbackHost(url.hostname);
}

/** Whether a host in a URL names this machine. `localhost` never leaves it (RFC 6761); other names may resolve to anything. */
function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}
