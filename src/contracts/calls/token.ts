import { z } from 'zod';
import { COOKIE_ONLY, declareCall, jsonBody } from '../call.ts';
import { newPersonalToken, personalToken, tokenBody } from '../token.ts';

/** None of these calls names a scope, because a token must not create, list or delete tokens. */
const common = { tag: 'Tokens', access: 'user' } as const;

export const createToken = declareCall({
  ...common,
  method: 'POST',
  path: '/api/tokens',
  audit: 'token_creation',
  secrets: ['token'],
  summary: 'Make a personal token for a program',
  description:
    'The answer has the token, this once: repeated under an `Idempotency-Key` it makes a new secret, and the one before it ends. A program sends it as `Authorization: Bearer vouch_…` to the calls that its scopes name: at most 600 a minute for all tokens of an account together (Free: 120), as the `RateLimit-*` headers of each answer say.',
  failure: 'Failed to create token',
  // With a stolen token, nobody must be able to make one that is valid for longer.
  means: COOKIE_ONLY,
  body: jsonBody(tokenBody),
  replies: { 201: { description: 'Made', schema: newPersonalToken, location: true } },
  refusals: ['limit_reached'],
});

export const listTokens = declareCall({
  ...common,
  method: 'GET',
  path: '/api/tokens',
  summary: 'The personal tokens, those made first before others',
  failure: 'Failed to fetch tokens',
  replies: { 200: { description: 'Tokens, expired ones too', schema: z.array(personalToken), etag: true } },
});

export const deleteToken = declareCall({
  ...common,
  method: 'DELETE',
  path: '/api/tokens/{id}',
  audit: 'token_deletion',
  summary: 'Delete a personal token; it is refused at once',
  failure: 'Failed to delete token',
  replies: { 204: { description: 'Deleted' } },
  refusals: ['not_found'],
});
