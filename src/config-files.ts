import { readFileSync } from 'node:fs';
import type { Environment } from './config-production.ts';

/** These variables may hold a secret. They can be given as files instead, as `docker secret` mounts them. */
const SECRETS = [
  'VOUCH_MASTER_KEY',
  'SMTP_URL',
  'WHATSAPP_TOKEN',
  'AI_KEY',
  'STRIPE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_SECRET',
  'GITHUB_APP_KEY',
  'GITHUB_WEBHOOK_SECRET',
  'EVENTSTORE_URL',
  'MONGODB_URL',
] as const;

/** Replaces variables that are given as files by the content of the file, without its line end. */
export function withFiles(given: Environment): { readonly set: Environment; readonly faults: readonly string[] } {
  const set: Record<string, string | undefined> = { ...given };
  const faults: string[] = [];
  for (const name of SECRETS) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are the same thing twice: give one.`);
    try {
      set[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      faults.push(`${name}_FILE cannot be read at ${path}: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
    }
    if (set[name] === '') faults.push(`${name}_FILE is empty at ${path}.`);
  }
  return { set, faults };
}
