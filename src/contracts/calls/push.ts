import { z } from 'zod';
import { messageAnswer } from '../account.ts';
import { declareCall, jsonBody, optionalJsonBody } from '../call.ts';
import { pushKey, pushSubscription, subscriptionBody } from '../push.ts';

const common = { tag: 'Push', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['settings:read'] } as const;
const changing = { ...common, scopes: ['settings:write'] } as const;
const ONE = { schema: pushSubscription, etag: true, location: true } as const;

export const readPushKey = declareCall({
  ...reading,
  path: '/api/push/key',
  summary: 'The key by which browsers know this program (VAPID)',
  failure: 'Failed to fetch the key for pushes',
  replies: { 200: { description: 'The public key', schema: pushKey, etag: true } },
});

export const listPushSubscriptions = declareCall({
  ...reading,
  path: '/api/push/subscriptions',
  summary: 'The browsers to which messages are pushed, those made first before others',
  failure: 'Failed to fetch subscriptions',
  replies: { 200: { description: 'Subscriptions', schema: z.array(pushSubscription), etag: true } },
});

export const subscribeToPushes = declareCall({
  ...changing,
  method: 'POST',
  path: '/api/push/subscriptions',
  summary: 'Push messages to a browser',
  description:
    'With what the browser’s `PushManager` gives. The same endpoint again replaces its keys and its name: 200, with the same id. An endpoint that another account has is taken from it. At most 10. A subscription of which the push service says that it has ended is removed.',
  failure: 'Failed to subscribe',
  body: jsonBody(subscriptionBody),
  replies: { 200: { ...ONE, description: 'The subscription as it now is' }, 201: { ...ONE, description: 'Made' } },
  refusals: ['limit_reached'],
});

export const testPushSubscription = declareCall({
  ...changing,
  method: 'POST',
  path: '/api/push/subscriptions/{id}/test',
  summary: 'Push a test to a browser',
  description: 'It is sent even if pushes are off.',
  failure: 'Failed to send a test',
  body: optionalJsonBody(z.strictObject({})),
  replies: { 202: { description: 'It is on its way', schema: messageAnswer } },
  refusals: ['not_found'],
});

export const removePushSubscription = declareCall({
  ...changing,
  method: 'DELETE',
  path: '/api/push/subscriptions/{id}',
  summary: 'Push nothing more to a browser',
  failure: 'Failed to remove subscription',
  replies: { 204: { description: 'Removed' } },
  refusals: ['not_found'],
});
