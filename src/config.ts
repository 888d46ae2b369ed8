import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { AI_VARIABLES, type AiConfig, toAi } from './config-ai.ts';
import { BILLING_VARIABLES, type BillingConfig, toBilling } from './config-billing.ts';
import { withFiles } from './config-files.ts';
import { faultsOfIntegrations, INTEGRATION_VARIABLES, type IntegrationsConfig, toIntegrations } from './config-github.ts';
import { OAUTH_VARIABLES, type OAuthConfig, toOAuth } from './config-oauth.ts';
import { type Environment, faultsInProduction, NEEDED_IN_PRODUCTION } from './config-production.ts';
import { faultsOfServices, servicesOff } from './config-services.ts';
import { toWhatsApp, WHATSAPP_VARIABLES, type WhatsAppConfig } from './config-whatsapp.ts';
import { parseSender } from './contracts/email.ts';

/** A web serves the API and the pages. A worker folds read models and runs due work. */
export type Role = 'web' | 'worker' | 'both';

/** Servers that are used instead of the files in the data folder. */
export interface ServersConfig {
  readonly eventstoreUrl: string;
  readonly mongodbUrl: string;
}

/** The program's configuration. It is read once, at the start. */
export interface Config {
  readonly mode: 'development' | 'production';
  readonly host: string;
  /** The public port; 0 chooses a free one. */
  readonly port: number;
  /** The port of /readyz and /metrics, for operators only; null: they are not served; 0 chooses a free one. */
  readonly operationsPort: number | null;
  /** Addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For is trusted, in addition to loopback. */
  readonly trustedProxies: readonly string[];
  /** The role of this process; always `both` with file storage. */
  readonly role: Role;
  /** The storage servers; null: the embedded stores, which are files in the data folder. */
  readonly servers: ServersConfig | null;
  /** The absolute path of the data folder; unused with storage servers. */
  readonly data: string;
  /** The origin under which people reach the program, without a trailing slash; null: the printed address. */
  readonly publicUrl: string | null;
  /** The master key, 32 bytes; null (only in development with file storage): the key in the data folder, which the first start creates. */
  readonly masterKey: Uint8Array | null;
  /** The mail server; null (development only): mails go to the development mailbox. */
  readonly smtpUrl: string | null;
  /** Whether mail may leave this machine unencrypted, where the mail server offers no TLS. */
  readonly smtpInsecure: boolean;
  readonly mailFrom: string;
  /** WhatsApp access; null: in development messages go to the development outbox, in production WhatsApp is switched off. */
  readonly whatsapp: WhatsAppConfig | null;
  /** The AI that reviews proof. */
  readonly ai: AiConfig;
  /** The providers with which owners connect and sign in. */
  readonly oauth: OAuthConfig;
  readonly billing: BillingConfig;
  /** What connections are used for. */
  readonly integrations: IntegrationsConfig;
  /**
   * RFC 3339 in UTC: the instant to which the clock is set at the start, with storage servers at the very first start.
   * Development only.
   */
  readonly clock: string | null;
}

/** The configuration is refused. The message names every wrong variable and what to do. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const KEY_BYTES = 32;
/** What is where nothing was written: zeros, erased memory, blanks and the digit 0. */
const NOTHING: ReadonlySet<number> = new Set([0x00, 0xff, 0x20, 0x30]);
const optional = <T extends z.ZodType>(schema: T) => schema.optional();
const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'is a port from 0 to 65535.' })
  .transform(Number)
  .refine((value) => value <= 65_535, { error: 'is a port from 0 to 65535.' });
const environment = z.object({
  VOUCH_MODE: z.enum(['development', 'production'], { error: 'is either development or production.' }).default('development'),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, { error: 'is a host name or an address to listen on.' })
    .default('127.0.0.1'),
  PORT: port.default(3000),
  OPERATIONS_PORT: optional(port),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((one) => one.trim() || []))
    .refine((networks) => networks.every(isNetwork), { error: 'is a list of addresses and networks, such as 10.0.0.7, 172.16.0.0/12.' }),
  VOUCH_DATA: z.string().default('data'),
  PUBLIC_URL: optional(z.string().transform(toOrigin)),
  VOUCH_MASTER_KEY: optional(z.string().transform(toKey)),
  SMTP_URL: optional(z.string().refine(isSmtpUrl, { error: 'is an address such as smtps://user:password@mail.example.com:465.' })),
  SMTP_INSECURE: z.enum(['0', '1'], { error: 'is 1 (mail may leave this machine unencrypted) or 0.' }).default('0'),
  MAIL_FROM: optional(
    z.string().refine((text) => parseSender(text) !== null, { error: 'is an address such as Vouch <vouch@example.com>.' }),
  ),
  VOUCH_ROLE: z.enum(['web', 'worker', 'both'], { error: 'is web, worker or both.' }).default('both'),
  EVENTSTORE_URL: optional(
    z
      .string()
      .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/[^\s/?]+/, { error: 'is an address such as esdb://user:password@host:2113?tls=true.' }),
  ),
  MONGODB_URL: optional(
    z
      .string()
      .regex(/^mongodb(\+srv)?:\/\/[^\s/]+/, { error: 'is an address such as mongodb://user:password@host:27017/vouch?replicaSet=rs0.' }),
  ),
  ...WHATSAPP_VARIABLES,
  ...AI_VARIABLES,
  ...OAUTH_VARIABLES,
  ...BILLING_VARIABLES,
  ...INTEGRATION_VARIABLES,
  SERVICES_OFF: optional(servicesOff),
  VOUCH_CLOCK: optional(z.string().refine(isInstant, { error: 'is an instant such as 2026-11-20T16:00:00Z.' })),
});

/**
 * Reads the configuration from the environment. Empty variables count as not set.
 * @throws ConfigRefused naming everything that is wrong
 */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const { set, faults: unread } = withFiles(given);
  const parsed = environment.safeParse(set);
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  const between = [...faultsOfServers(set), ...faultsOfServices(set), ...faultsOfIntegrations(set)];
  const faults = [...unread, ...wrong, ...between];
  if (env.VOUCH_MODE === 'production') faults.push(...faultsInProduction(set));
  if (!parsed.success || faults.length > 0)
    throw new ConfigRefused(`Vouch cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return toConfig(parsed.data);
}

function faultsOfServers(set: Environment): string[] {
  const { EVENTSTORE_URL: events, MONGODB_URL: documents, VOUCH_ROLE: role = 'both' } = set;
  if ((events === undefined) !== (documents === undefined))
    return ['EVENTSTORE_URL and MONGODB_URL belong together: give both, or neither for the files in VOUCH_DATA.'];
  if (events !== undefined && set.VOUCH_MASTER_KEY === undefined && set.VOUCH_MODE !== 'production')
    return [`VOUCH_MASTER_KEY ${NEEDED_IN_PRODUCTION.VOUCH_MASTER_KEY} On servers all processes share it.`];
  if (events === undefined && (role === 'web' || role === 'worker'))
    return [`VOUCH_ROLE is ${role}: on the files in VOUCH_DATA one process is both. EVENTSTORE_URL and MONGODB_URL make it several.`];
  return [];
}

function toConfig(env: z.output<typeof environment>): Config {
  return {
    mode: env.VOUCH_MODE,
    host: env.HOST,
    port: env.PORT,
    operationsPort: env.OPERATIONS_PORT ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    role: env.VOUCH_ROLE,
    servers:
      env.EVENTSTORE_URL === undefined || env.MONGODB_URL === undefined
        ? null
        : { eventstoreUrl: env.EVENTSTORE_URL, mongodbUrl: env.MONGODB_URL },
    data: resolve(env.VOUCH_DATA),
    publicUrl: env.PUBLIC_URL ?? null,
    masterKey: env.VOUCH_MASTER_KEY ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    smtpInsecure: env.SMTP_INSECURE === '1',
    mailFrom: env.MAIL_FROM ?? 'Vouch <vouch@localhost>',
    whatsapp: toWhatsApp(env),
    ai: toAi(env),
    oauth: toOAuth(env),
    billing: toBilling(env),
    integrations: toIntegrations(env),
    clock: env.VOUCH_CLOCK ?? null,
  };
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}

function toOrigin(value: string, context: z.RefinementCtx): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  const plain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '';
  if (plain) return url.origin;
  context.addIssue({ code: 'custom', message: 'is an origin such as https://vouch.example.com, without a path.' });
  return z.NEVER;
}

function toKey(value: string, context: z.RefinementCtx): Uint8Array {
  const bytes = Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64');
  const isKey = bytes.length === KEY_BYTES;
  const isGuessed = isKey && NOTHING.has(bytes[0] as number) && bytes.every((byte) => byte === bytes[0]);
  if (isKey && !isGuessed) return new Uint8Array(bytes);
  const message = isGuessed
    ? 'is no secret: it is nothing but zeros or blanks, as where no key was written. Make one with `openssl rand -hex 32`.'
    : 'is 32 bytes in hexadecimal (64 digits) or base64, as `openssl rand -hex 32` gives them.';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function isSmtpUrl(value: string): boolean {
  return URL.canParse(value) && ['smtp:', 'smtps:'].includes(new URL(value).protocol) && new URL(value).hostname !== '';
}

function isInstant(value: string): boolean {
  if (!INSTANT.test(value)) return false;
  try {
    return Temporal.Instant.from(value).epochMilliseconds > 0;
  } catch {
    return false;
  }
}
