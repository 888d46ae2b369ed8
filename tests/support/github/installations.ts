import { createPublicKey, verify } from 'node:crypto';
import type { Answered, DoubleInstallation, DoubleWorld } from './world.ts';

const PREFIX = 'ghs_installation_';
export const NOT_FOUND: Answered = [404, { message: 'Not Found' }];

/** The installation of which this is the token. */
export const installationOf = ({ installations }: DoubleWorld, token: string): DoubleInstallation | undefined =>
  installations.find(({ id }) => token === `${PREFIX}${id}`);

/** Whether a text is what the App with this key signed to show who it is. */
export function isOfApp(token: string, publicKey: string | undefined): boolean {
  const [head = '', body = '', mark = ''] = token.split('.');
  if (publicKey === undefined || mark === '') return false;
  const signed = verify('RSA-SHA256', Buffer.from(`${head}.${body}`), createPublicKey(publicKey), Buffer.from(mark, 'base64url'));
  const { iat, exp, iss } = JSON.parse(Buffer.from(body, 'base64url').toString()) as { iat: number; exp: number; iss: unknown };
  return signed && exp - iat <= 660 && exp * 1_000 > Date.now() && String(iss) === '77';
}

const shown = ({ id, account, suspended_at = undefined }: DoubleInstallation) => ({
  id,
  account,
  target_type: account.type,
  suspended_at: suspended_at ?? null,
});

/** What GitHub answers to the App itself. */
export function answerToApp({ installations }: DoubleWorld, method: string | undefined, path: string): Answered {
  const [, id] = /^\/app\/installations\/(\d+)\/access_tokens$/.exec(path) ?? [];
  if (method === 'POST' && id !== undefined) {
    const found = installations.find((one) => one.id === Number(id));
    if (found === undefined) return NOT_FOUND;
    if (found.suspended_at) return [403, { message: 'This installation has been suspended' }];
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    return [201, { token: `${PREFIX}${id}`, expires_at, permissions: {}, repository_selection: 'selected' }];
  }
  if (path === '/app/installations') return [200, installations.map(shown)];
  const [, login] = /^\/users\/([^/]+)\/installation$/.exec(path) ?? [];
  const [, repository = ''] = /^\/repos\/([^/]+\/[^/]+)\/installation$/.exec(path) ?? [];
  const found = installations.find(({ account, repositories }) => (login ? account.login === login : repositories.includes(repository)));
  return found ? [200, shown(found)] : NOT_FOUND;
}
