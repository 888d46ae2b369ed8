import { queryOptions } from '@tanstack/react-query';
import type { NewPersonalToken, PersonalToken, TokenBody } from '../../src/contracts/token.ts';
import { json, send } from './client.ts';

export { SCOPES, type Scope } from '../../src/contracts/access.ts';
export type { NewPersonalToken, PersonalToken, TokenBody } from '../../src/contracts/token.ts';

export const tokenKeys = { all: ['tokens'] as const };
export const tokensQuery = () =>
  queryOptions({
    queryKey: tokenKeys.all,
    queryFn: ({ signal }) => json<PersonalToken[]>('/api/tokens', { signal, fallback: 'Failed to fetch tokens' }),
  });

/** Without an idempotency key: its answer would be kept on the server, and with it the token. */
export const createToken = (body: TokenBody) =>
  json<NewPersonalToken>('/api/tokens', { method: 'POST', body, fallback: 'Failed to create token' });
export const deleteToken = (id: string) =>
  send(`/api/tokens/${encodeURIComponent(id)}`, { method: 'DELETE', fallback: 'Failed to delete token' }).then(() => undefined);
