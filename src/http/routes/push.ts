import { removeSubscription, subscribe, testSubscription } from '../../app/push/subscriptions.ts';
import { vapidKeys } from '../../app/push/vapid.ts';
import * as calls from '../../contracts/calls/push.ts';
import { targetIn } from '../../contracts/push.ts';
import { keysOf } from '../../domain/kernel/records.ts';
import { presentPushSubscription } from '../../presenters/push.ts';
import { pushSubscription, pushSubscriptionsOf } from '../../projections/push.ts';
import { resulting } from '../kernel/faults.ts';
import { contentTag } from '../kernel/headers.ts';
import { callerOf } from '../kernel/principal.ts';
import { type Fields, notFound } from '../kernel/problems.ts';
import { json, noContent, type Route, route, tagged } from '../kernel/route.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

const NAMES = { endpoint: 'endpoint', p256dh: 'keys.p256dh', auth: 'keys.auth' } as const;

/** Found here and not by the handler, so that they are reported together with all others. */
async function targetFaults({ push }: Deps['app'], input: Readonly<Record<string, unknown>>): Promise<Fields> {
  const target = targetIn.safeParse(input);
  if (!target.success) return {};
  const { endpoint, keys } = target.data;
  const faults = await push.faultsOf({ endpoint, ...keys });
  return Object.fromEntries(keysOf(faults).map((name) => [NAMES[name], [faults[name] ?? '']]));
}

export function pushRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  return [
    route(calls.readPushKey, {
      handle: async () => tagged({ key: (await vapidKeys(app)).publicKey }),
    }),
    route(calls.listPushSubscriptions, {
      async handle({ principal: { owner } }) {
        const found = await pushSubscriptionsOf(app.views, owner);
        return tagged(await Promise.all(found.map((one) => presentPushSubscription(app.opener, one))));
      },
    }),
    route(calls.subscribeToPushes, {
      faults: [resulting((_call, input) => targetFaults(app, input))],
      async handle({ principal, body: { endpoint, keys, name }, newId, correlationId }) {
        const target = { endpoint, ...keys };
        const { id, isNew, position } = await subscribe(app, callerOf({ principal, correlationId }), { name, target }, newId());
        await waitForReadModels(deps, position);
        const found = await pushSubscription(app.views, id);
        if (!found) throw notFound();
        const shown = await presentPushSubscription(app.opener, found);
        return json(isNew ? 201 : 200, shown, { Location: `/api/push/subscriptions/${id}`, ETag: contentTag(shown) });
      },
    }),
    route(calls.testPushSubscription, {
      async handle({ principal, params, newId, correlationId }) {
        await waitForReadModels(deps, await testSubscription(app, callerOf({ principal, correlationId }), params.id ?? '', newId()));
        return json(202, { message: 'A test is on its way.' });
      },
    }),
    route(calls.removePushSubscription, {
      async handle({ principal, params, correlationId }) {
        await waitForReadModels(deps, await removeSubscription(app, callerOf({ principal, correlationId }), params.id ?? ''));
        return noContent();
      },
    }),
  ];
}
