import { removeOwnKey, setOwnKey } from '../../../app/ai/own-key.ts';
import { aiKey, aiKeyBody } from '../../../contracts/ai.ts';
import type { StoredAiKey } from '../../../ports/ai-keys.ts';
import { presentAiKey } from '../../../presenters/ai.ts';
import { derivedTag } from '../../../presenters/derived-tags.ts';
import type { Deps } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { etag, type IfMatch } from '../../kernel/etag.ts';
import { type Answer, type AnyRoute, json, noContent, route } from '../../kernel/route.ts';

const tagOf = (stored: StoredAiKey | null): number => derivedTag(1, presentAiKey(stored));
const shown = (stored: StoredAiKey | null): Answer => json(200, presentAiKey(stored), { ETag: etag(tagOf(stored)) });
const matching =
  (ifMatch: IfMatch) =>
  (present: StoredAiKey | null): boolean =>
    ifMatch === null || ifMatch.versionAmong(tagOf(present)) === tagOf(present);

/** A key of the owner's own for an AI service. */
export function aiKeyRoutes({ app }: Deps): readonly AnyRoute[] {
  const common = { path: '/api/settings/ai', tag: 'Settings', access: 'user' } as const;
  const one = { description: 'The key, masked', schema: aiKey, etag: true } as const;
  return [
    route({
      ...common,
      method: 'GET',
      scopes: ['settings:read'],
      summary: 'The own key for an AI service',
      description: 'Every field is null where there is none.',
      replies: { 200: one },
      handle: async ({ principal: { owner } }) => shown(await app.aiKeys.aiKey(owner)),
    }),
    route({
      ...common,
      method: 'PUT',
      scopes: ['settings:write'],
      summary: 'Use an own key for an AI service',
      description:
        'One cheap call is made with it first. A key that the service refuses is a fault of `key`, with the reason that the service gives. On Pro the key is kept, and used where the operator has none. At most 30 times in 24 hours.',
      body: jsonBody(aiKeyBody),
      replies: { 200: one },
      refusals: ['precondition_failed', 'rate_limited'],
      async handle({ principal: { owner }, body: { key, url, model }, ifMatch }) {
        return shown(await setOwnKey(app, owner, { key, url: url ?? null, model: model ?? null }, matching(ifMatch)));
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['settings:write'],
      summary: 'Remove the own key for an AI service',
      replies: { 204: { description: 'Removed' } },
      refusals: ['precondition_failed'],
      async handle({ principal: { owner }, ifMatch }) {
        await removeOwnKey(app, owner, matching(ifMatch));
        return noContent();
      },
    }),
  ];
}
