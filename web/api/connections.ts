import { queryOptions } from '@tanstack/react-query';
import type { Connection, Platform } from '../../src/contracts/connection.ts';
import { json, send } from './client.ts';

export type { Connection, Platform, RedirectCode } from '../../src/contracts/connection.ts';

export const connectionKeys = {
  all: ['connections'] as const,
  status: ['connections', 'status'] as const,
  settings: ['connections', 'settings'] as const,
};

/** Every service, connected or not. */
export const connectionsQuery = () =>
  queryOptions({
    queryKey: connectionKeys.status,
    queryFn: ({ signal }) => json<Connection[]>('/api/oauth/status', { signal, fallback: 'Failed to fetch OAuth status' }),
  });

/** A state for one start of a connection, within ten minutes. */
export const fetchState = async (): Promise<string> =>
  (await json<{ state: string }>('/api/oauth/state', { fallback: 'Failed to fetch OAuth state' })).state;

/** Where the browser is sent to connect a service. */
export const startAddress = (platform: Platform, state?: string): string =>
  `/api/oauth/${platform}${state === undefined ? '' : `?${new URLSearchParams({ state }).toString()}`}`;

export const endConnection = (platform: Platform) =>
  send(`/api/oauth/${platform}`, { method: 'DELETE', fallback: 'Failed to disconnect' }).then(() => undefined);

/** What connected services may do. */
export interface Integrations {
  readonly github_closes_tasks: boolean;
}
export const integrationsQuery = () =>
  queryOptions({
    queryKey: connectionKeys.settings,
    queryFn: ({ signal }) => json<Integrations>('/api/settings/integrations', { signal, fallback: 'Failed to fetch integrations' }),
  });
export const updateIntegrations = (body: Integrations) =>
  json<Integrations>('/api/settings/integrations', { method: 'PUT', body, fallback: 'Failed to update integrations' });
