import { z } from 'zod';
import { declareCall } from '../call.ts';
import { callbackQuery, connectionState, connections, connectionsQuery, type Platform } from '../connection.ts';
import { PLATFORM_NAMES as NAMES } from '../words/platforms.ts';

const common = { tag: 'Connections', access: 'user' } as const;

export const listConnections = declareCall({
  ...common,
  method: 'GET',
  path: '/api/oauth/status',
  scopes: ['settings:read'],
  summary: 'What is connected',
  failure: 'Failed to fetch OAuth status',
  query: connectionsQuery,
  replies: { 200: { description: 'Every platform, connected or not', schema: connections, etag: true } },
});

export const createState = declareCall({
  ...common,
  method: 'GET',
  path: '/api/oauth/state',
  summary: 'A state with which to go to a provider',
  failure: 'Failed to fetch OAuth state',
  replies: { 200: { description: 'The state', schema: connectionState } },
});

const stateQuery = z.strictObject({ state: z.string({ error: 'A state is required.' }).min(1).max(512) });

const queryTo = (platform: Platform): z.ZodType<{ state?: string | undefined }> =>
  platform === 'github' ? stateQuery.partial() : stateQuery;

const goingTo = (platform: Platform) =>
  declareCall({
    ...common,
    method: 'GET',
    path: `/api/oauth/${platform}`,
    summary: `Go to ${NAMES[platform]} to connect it`,
    description: 'For a browser to navigate to. Where something is wrong it goes on to `/oauth/redirect` with `status=error`.',
    ownSiteOnly: true,
    credentials: true,
    query: queryTo(platform),
    replies: { 302: { description: 'To the provider', redirect: true } },
  });
export const goToProvider = { google: goingTo('google'), github: goingTo('github') };

const comingFrom = (platform: Platform) =>
  declareCall({
    method: 'GET',
    path: `/api/oauth/${platform}/callback`,
    tag: common.tag,
    access: 'anyone',
    credentials: true,
    summary: `Come back from ${NAMES[platform]}`,
    description: 'The provider sends the browser here. It goes on to `/oauth/redirect?platform=&status=connected | error&code=`.',
    query: callbackQuery,
    replies: { 302: { description: 'To `/oauth/redirect`', redirect: true } },
  });
export const comeFromProvider = { google: comingFrom('google'), github: comingFrom('github') };

const disconnecting = (platform: Platform) =>
  declareCall({
    ...common,
    method: 'DELETE',
    path: `/api/oauth/${platform}`,
    summary: `Disconnect ${NAMES[platform]}`,
    description: 'What was allowed is forgotten here at once, and revoked at the provider as soon as that answers.',
    failure: 'Failed to disconnect',
    replies: { 204: { description: 'It is not connected' } },
  });
export const disconnectProvider = { google: disconnecting('google'), github: disconnecting('github') };
