import { removeOwnKey, setOwnKey } from '../../../app/ai/own-key.ts';
import * as calls from '../../../contracts/calls/ai.ts';
import type { StoredAiKey } from '../../../ports/ai-keys.ts';
import { presentAiKey } from '../../../presenters/ai.ts';
import { derivedTag } from '../../../presenters/derived-tags.ts';
import type { Deps } from '../../deps.ts';
import { etag, type IfMatch } from '../../kernel/etag.ts';
import { type Answer, json, noContent, type Route, route } from '../../kernel/route.ts';

const tagOf = (stored: StoredAiKey | null): number => derivedTag(1, presentAiKey(stored));
const shown = (stored: StoredAiKey | null): Answer => json(200, presentAiKey(stored), { ETag: etag(tagOf(stored)) });
const matching =
  (ifMatch: IfMatch) =>
  (present: StoredAiKey | null): boolean =>
    ifMatch === null || ifMatch.versionAmong(tagOf(present)) === tagOf(present);

/** A key of the owner's own for an AI service. */
export function aiKeyRoutes({ app }: Deps): readonly Route[] {
  return [
    route(calls.readKey, {
      handle: async ({ principal: { owner } }) => shown(await app.aiKeys.aiKey(owner)),
    }),
    route(calls.saveKey, {
      async handle({ principal: { owner }, body: { key, url, model }, ifMatch }) {
        return shown(await setOwnKey(app, owner, { key, url: url ?? null, model: model ?? null }, matching(ifMatch)));
      },
    }),
    route(calls.removeKey, {
      async handle({ principal: { owner }, ifMatch }) {
        await removeOwnKey(app, owner, matching(ifMatch));
        return noContent();
      },
    }),
  ];
}
