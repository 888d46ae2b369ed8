import { queryOptions } from '@tanstack/react-query';
import type { Accountability, AllSettings, Notifications, TimeSettings } from '../../src/contracts/settings.ts';
import { json, tagged } from './client.ts';

export type { Accountability, AllSettings, Notifications, TimeSettings } from '../../src/contracts/settings.ts';

/** A resource with its ETag. The ETag is sent with a change as If-Match, so that two writers do not overwrite each other. */
export interface Tagged<T> {
  readonly value: T;
  readonly etag: string | null;
}

export const settingsKeys = {
  all: ['settings'] as const,
  everything: ['settings', 'all'] as const,
  notifications: ['settings', 'notifications'] as const,
  time: ['settings', 'time'] as const,
  accountability: ['settings', 'accountability'] as const,
};

export const allSettingsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.everything,
    queryFn: ({ signal }) => json<AllSettings>('/api/settings/all', { signal, fallback: 'Failed to fetch all settings' }),
  });

export const notificationsQuery = () =>
  queryOptions({
    queryKey: settingsKeys.notifications,
    queryFn: ({ signal }): Promise<Tagged<Notifications>> =>
      tagged('/api/settings/notifications', { signal, fallback: 'Failed to fetch notifications' }),
  });
export const updateNotifications = (body: Notifications, etag: string | null): Promise<Tagged<Notifications>> =>
  tagged('/api/settings/notifications', { method: 'PUT', body, etag, fallback: 'Failed to update notifications' });

export const timeQuery = () =>
  queryOptions({
    queryKey: settingsKeys.time,
    queryFn: ({ signal }): Promise<Tagged<TimeSettings>> =>
      tagged('/api/settings/time', { signal, fallback: 'Failed to fetch time settings' }),
  });
export const updateTime = (body: TimeSettings, etag: string | null): Promise<Tagged<TimeSettings>> =>
  tagged('/api/settings/time', { method: 'PUT', body, etag, fallback: 'Failed to update time settings' });

export const getAccountability = (signal?: AbortSignal): Promise<Tagged<Accountability>> =>
  tagged('/api/settings/accountability', { ...(signal ? { signal } : {}), fallback: 'Failed to fetch accountability partner' });
export const accountabilityQuery = () =>
  queryOptions({ queryKey: settingsKeys.accountability, queryFn: ({ signal }) => getAccountability(signal) });
export const updateAccountability = (body: Accountability, etag: string | null): Promise<Tagged<Accountability>> =>
  tagged('/api/settings/accountability', { method: 'PUT', body, etag, fallback: 'Failed to update accountability partner' });

export const requestExport = () => json<{ message: string }>('/api/settings/account/export', { fallback: 'Failed to request data export' });
export const deleteAccount = () =>
  json<{ message: string }>('/api/settings/account', { method: 'DELETE', fallback: 'Failed to delete account' });
