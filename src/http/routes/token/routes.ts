import { z } from 'zod';
import { createToken, deleteToken, faultsOfEnd, listTokens } from '../../../app/token/tokens.ts';
import { newPersonalToken, personalToken, tokenBody } from '../../../contracts/token.ts';
import { presentToken } from '../../../presenters/token.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { COOKIE_ONLY } from '../../kernel/admission.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, noContent, route, tagged } from '../../kernel/route.ts';

/** Personal tokens. None of these calls names a scope: a token makes, shows and deletes no token. */
export function tokenRoutes(deps: Deps): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: 'Tokens', access: 'user' } as const;
  return [
    route({
      ...common,
      method: 'POST',
      path: '/api/tokens',
      audit: 'token_creation',
      secrets: ['token'],
      summary: 'Make a personal token for a program',
      description:
        'The answer has the token, this once: repeated under an `Idempotency-Key` it makes a new secret, and the one before it ends. A program sends it as `Authorization: Bearer vouch_…` to the calls that its scopes name: at most 600 a minute for all tokens of an account together (Free: 120), as the `RateLimit-*` headers of each answer say.',
      // A token that was found somewhere must not become one that lasts.
      means: COOKIE_ONLY,
      body: jsonBody(tokenBody),
      faults: async (_call, { expires_at }) => faultsOfEnd(app, expires_at),
      replies: { 201: { description: 'Made', schema: newPersonalToken, location: true } },
      refusals: ['limit_reached'],
      async handle({ principal, body, newId, correlationId }) {
        const { token, secret, position } = await createToken(app, callerOf({ principal, correlationId }), body, newId());
        await waitForReadModels(deps, position);
        const shown = await presentToken(app.opener, principal.owner, { token, lastUsedAt: null });
        return json(201, { ...shown, token: secret }, { Location: `/api/tokens/${token.id}` });
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/api/tokens',
      summary: 'The personal tokens, those made first before others',
      replies: { 200: { description: 'Tokens, expired ones too', schema: z.array(personalToken), etag: true } },
      async handle({ principal: { owner } }) {
        const found = await listTokens(app, owner);
        return tagged(await Promise.all(found.map((one) => presentToken(app.opener, owner, one))));
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/api/tokens/{id}',
      audit: 'token_deletion',
      summary: 'Delete a personal token; it is refused at once',
      replies: { 204: { description: 'Deleted' } },
      refusals: ['not_found'],
      async handle({ principal, params, correlationId }) {
        await waitForReadModels(deps, await deleteToken(app, callerOf({ principal, correlationId }), params.id ?? ''));
        return noContent();
      },
    }),
  ];
}
