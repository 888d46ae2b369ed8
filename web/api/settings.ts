import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type * as accountWire from '../../src/contracts/account.ts';
import * as accountCalls from '../../src/contracts/calls/account.ts';
import * as calls from '../../src/contracts/calls/settings.ts';
import * as vacationCalls from '../../src/contracts/calls/vacation.ts';
import type * as vacationWire from '../../src/contracts/routine.ts';
import type { vacationBody } from '../../src/contracts/routine.ts';
import type * as wire from '../../src/contracts/settings.ts';
import type { Camel } from './names.ts';
import { request, requestDone, requestTagged } from './request.ts';

export type { Tagged } from './request.ts';

export type Accountability = Camel<wire.Accountability>;
export type AllSettings = Camel<wire.AllSettings>;
export type Channels = Camel<z.infer<typeof wire.channels>>;
export type Notifications = Camel<wire.Notifications>;
export type TimeSettings = Camel<wire.TimeSettings>;

export const settingsKeys = {
  all: ['settings'] as const,
  everything: ['settings', 'all'] as const,
  notifications: ['settings', 'notifications'] as const,
  time: ['settings', 'time'] as const,
  channels: ['settings', 'channels'] as const,
  accountability: ['settings', 'accountability'] as const,
};

export const allSettingsQuery = () =>
  queryOptions({ queryKey: settingsKeys.everything, queryFn: ({ signal }) => request(calls.readAllSettings, { signal }) });

export const notificationsQuery = () =>
  queryOptions({ queryKey: settingsKeys.notifications, queryFn: ({ signal }) => requestTagged(calls.readNotifications, { signal }) });
export const updateNotifications = (body: Notifications, etag: string | null) => requestTagged(calls.changeNotifications, { body, etag });

export const timeQuery = () =>
  queryOptions({ queryKey: settingsKeys.time, queryFn: ({ signal }) => requestTagged(calls.readTimeSettings, { signal }) });
/** Fields that are left out stay as they are. */
export const updateTime = (body: Partial<TimeSettings>, etag: string | null) => requestTagged(calls.changeTimeSettings, { body, etag });

export const channelsQuery = () =>
  queryOptions({ queryKey: settingsKeys.channels, queryFn: ({ signal }) => requestTagged(calls.readChannels, { signal }) });
/** Fields that are left out stay as they are. */
export const updateChannels = (body: Partial<Channels>, etag: string | null) => requestTagged(calls.changeChannels, { body, etag });

export const getAccountability = (signal?: AbortSignal) => requestTagged(calls.readAccountability, { ...(signal && { signal }) });
export const accountabilityQuery = () =>
  queryOptions({ queryKey: settingsKeys.accountability, queryFn: ({ signal }) => getAccountability(signal) });
export const updateAccountability = (body: Accountability, etag: string | null) =>
  requestTagged(calls.changeAccountability, { body, etag });

export type DataExport = Camel<accountWire.DataExport>;

export const exportKeys = { all: ['exports'] as const };
/** While one is being made, its progress is read again. */
const WHILE_MAKING = 1_500;
const isUnderWay = ({ status }: DataExport): boolean => status === 'waiting' || status === 'making';
export const exportsQuery = () =>
  queryOptions({
    queryKey: exportKeys.all,
    queryFn: ({ signal }) => request(accountCalls.listExports, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? WHILE_MAKING : false),
  });
export const requestExport = () => request(accountCalls.requestExport);
export const deleteAccount = () => request(accountCalls.deleteAccount);
/** The account is deleted after 7 days. */
export const scheduleDeletion = () => request(accountCalls.deleteAccount, { body: { grace: true } });
export const cancelDeletion = () => request(accountCalls.cancelDeletion);

export type Vacation = Camel<vacationWire.Vacation>;

export const vacationKeys = { all: ['vacations'] as const };
export const vacationsQuery = () =>
  queryOptions({ queryKey: vacationKeys.all, queryFn: ({ signal }) => request(vacationCalls.listVacations, { signal }) });

/** `key` is the idempotency key: a retry with the same key creates the vacation only once. */
export const createVacation = (body: z.input<typeof vacationBody>, key?: string) => request(vacationCalls.takeVacation, { body, key });
export const cancelVacation = (id: string) => requestDone(vacationCalls.cancelVacation, { params: { id } });
