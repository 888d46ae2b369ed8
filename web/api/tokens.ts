import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/token.ts';
import type * as wire from '../../src/contracts/token.ts';
import type { Camel } from './names.ts';
import { request, requestDone } from './request.ts';

export { SCOPES, type Scope } from '../../src/contracts/access.ts';

export type NewPersonalToken = Camel<wire.NewPersonalToken>;
export type PersonalToken = Camel<wire.PersonalToken>;
export type TokenBody = Camel<wire.TokenBody>;

export const tokenKeys = { all: ['tokens'] as const };
export const tokensQuery = () => queryOptions({ queryKey: tokenKeys.all, queryFn: ({ signal }) => request(calls.listTokens, { signal }) });

/** Without an idempotency key: its answer would be kept on the server, and with it the token. */
export const createToken = (body: TokenBody) => request(calls.createToken, { body });
export const deleteToken = (id: string) => requestDone(calls.deleteToken, { params: { id } });
