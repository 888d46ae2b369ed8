import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { type AiConfig, toAi } from './ai.ts';
import { type BillingConfig, toBilling } from './billing.ts';
import { type GitHubConfig, toGitHub } from './github.ts';
import { type GoogleConfig, toGoogle } from './google.ts';
import { type MailConfig, toMail } from './mail.ts';
import { type ModeConfig, toMode } from './mode.ts';
import { SECRETS, SECTIONS, VARIABLES } from './sections.ts';
import { type StoresConfig, toStores } from './stores.ts';
import type { Environment, SchemasOf, ValuesOf, Variables } from './variable.ts';
import { toWeb, type WebConfig } from './web.ts';
import { toWhatsApp, type WhatsAppConfig } from './whatsapp.ts';

/** Everything that production mode refuses. Each entry is a sentence that begins with the name of the variable. */
function faultsInProduction(variables: Variables, set: Environment): string[] {
  const rules = Object.entries(variables).flatMap(([name, { production }]) => (production ? [{ name, ...production }] : []));
  const sentences = (text: 'missing' | 'unencrypted' | 'set', isBroken: (rule: (typeof rules)[number]) => boolean): string[] =>
    rules.filter((rule) => rule[text] !== undefined && isBroken(rule)).map((rule) => `${rule.name} ${rule[text]}`);
  return [
    ...sentences('missing', ({ name }) => set[name] === undefined),
    ...sentences(
      'unencrypted',
      ({ name, unlessAllowedBy: allows }) => isPlainBeyondLoopback(set[name]) && (allows === undefined || set[allows] !== '1'),
    ),
    ...sentences('set', ({ name }) => set[name] !== undefined),
  ];
}

/** If it is not an address at all, another check reports it. */
function isPlainBeyondLoopback(value: string | undefined): boolean {
  const url = value !== undefined && URL.canParse(value) ? new URL(value) : null;
  return url !== null && url.protocol === 'http:' && !isLoopbackHost(url.hostname);
}

/** Whether the host of a URL is this machine. `localhost` always is (RFC 6761); other names may resolve to anything. */
function isLoopbackHost(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Replaces variables that name a file by the content of the file, without its line end. */
function withSecretFiles(
  given: Environment,
  secrets: readonly string[],
): { readonly set: Environment; readonly faults: readonly string[] } {
  const set: Record<string, string | undefined> = { ...given };
  const faults: string[] = [];
  for (const name of secrets) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are the same thing twice: give one.`);
    try {
      set[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      faults.push(`${name}_FILE cannot be read at ${path}: ${error instanceof Error && 'code' in error ? error.code : 'unknown'}.`);
    }
    if (set[name] === '') faults.push(`${name}_FILE is empty at ${path}.`);
  }
  return { set, faults };
}

/** The program's configuration. It is read once, at the start. */
export interface Config extends ModeConfig, WebConfig, StoresConfig, MailConfig {
  /** WhatsApp access; null: in development messages go to the development outbox, in production WhatsApp is switched off. */
  readonly whatsapp: WhatsAppConfig | null;
  /** The AI that reviews proof. */
  readonly ai: AiConfig;
  /** The providers with which owners connect and sign in. */
  readonly oauth: { readonly google: GoogleConfig['oauth']; readonly github: GitHubConfig['oauth'] };
  readonly billing: BillingConfig;
  /** The services that use these connections. */
  readonly integrations: {
    readonly githubApp: GitHubConfig['app'];
    readonly githubWebhookSecret: GitHubConfig['webhookSecret'];
    readonly gmailUrl: GoogleConfig['gmailUrl'];
  };
}

/** The configuration is not valid. The message names every wrong variable, and says what to do. */
export class ConfigRefused extends Error {
  override readonly name = 'ConfigRefused';
}

// `Object.fromEntries` forgets which value is under which name.
const schemasOf = <V extends Variables>(variables: V): SchemasOf<V> =>
  Object.fromEntries(Object.entries(variables).map(([name, { schema }]) => [name, schema])) as SchemasOf<V>;
const environment = z.object(schemasOf(VARIABLES));

/**
 * Reads the configuration from the environment. Empty variables count as not set.
 * @throws ConfigRefused naming everything that is wrong
 */
export function readConfig(env: Environment): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''));
  const { set, faults: unread } = withSecretFiles(given, SECRETS);
  const parsed = environment.safeParse(set);
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  const between = SECTIONS.flatMap(({ faults }) => faults?.(set) ?? []);
  const faults = [...unread, ...wrong, ...between];
  if (env.VOUCH_MODE === 'production') faults.push(...faultsInProduction(VARIABLES, set));
  if (!parsed.success || faults.length > 0)
    throw new ConfigRefused(`Vouch cannot start:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return toConfig(parsed.data);
}

function toConfig(env: ValuesOf<typeof VARIABLES>): Config {
  const [google, github] = [toGoogle(env), toGitHub(env)];
  return {
    ...toMode(env),
    ...toWeb(env),
    ...toStores(env),
    ...toMail(env),
    whatsapp: toWhatsApp(env),
    ai: toAi(env),
    oauth: { google: google.oauth, github: github.oauth },
    billing: toBilling(env, env.MAIL_FROM),
    integrations: { githubApp: github.app, githubWebhookSecret: github.webhookSecret, gmailUrl: google.gmailUrl },
  };
}
