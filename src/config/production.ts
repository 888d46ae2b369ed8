import { isIP } from 'node:net';
import type { Environment, Variables } from './variable.ts';

/** What production mode refuses, a sentence each, beginning with the name of the variable. */
export function faultsInProduction(variables: Variables, set: Environment): string[] {
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
