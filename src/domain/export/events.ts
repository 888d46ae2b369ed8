import { z } from 'zod';
import { defineEvent, defineStream, type EventOf, id, instant } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const bundle = z.strictObject({ export_id: id.describe('The bundle.') });
const EXPORT = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const common = { since: '0.1.0', history: 'account' } as const;
const example = { data: { export_id: EXPORT } };

export const ExportRequested = defineEvent({
  ...common,
  type: 'ExportRequested',
  startsStream: true,
  publicName: 'export.requested',
  label: 'Export requested',
  meaning: 'The owner asked for a bundle of all their data.',
  data: bundle,
  example,
  detail: () => 'A bundle of all data is being put together.',
  changes: () => ({ after: { export: 'under_way' } }),
});
export const ExportReady = defineEvent({
  ...common,
  type: 'ExportReady',
  publicName: 'export.completed',
  label: 'Export ready',
  meaning: 'The bundle is ready, and its link goes out by mail.',
  data: bundle.extend({
    expires_at: instant.describe('Until when it can be downloaded.'),
    size: z.int().optional().describe('Its size in bytes. Older events lack it.'),
  }),
  example: { data: { export_id: EXPORT, expires_at: '2026-11-28T09:12:00.000Z', size: 48213 } },
  detail: () => 'The bundle is ready. The link to it was sent by mail, and works once within 24 hours.',
  changes: ({ expires_at }) => ({ before: { export: 'under_way' }, after: { export: 'ready', expires_at } }),
});
export const ExportFailed = defineEvent({
  ...common,
  type: 'ExportFailed',
  publicName: 'export.failed',
  label: 'Export failed',
  meaning: 'The bundle could not be put together.',
  data: bundle,
  example,
  detail: () => 'The bundle could not be put together. Ask for it again.',
  changes: () => ({ before: { export: 'under_way' }, after: { export: 'failed' } }),
});
export const ExportTaken = defineEvent({
  ...common,
  type: 'ExportTaken',
  publicName: 'export.downloaded',
  label: 'Export downloaded',
  meaning: 'The bundle was downloaded by its link, and is gone.',
  data: bundle,
  example,
  detail: () => 'The bundle was downloaded, and its file removed.',
  changes: () => ({ before: { export: 'ready' }, after: { export: 'downloaded' } }),
});
export const ExportExpired = defineEvent({
  ...common,
  type: 'ExportExpired',
  publicName: 'export.expired',
  label: 'Export expired',
  meaning: 'Nobody downloaded the bundle in time, or a newer one took its place.',
  data: bundle,
  example,
  detail: () => 'Nobody downloaded the bundle in time. Its file was removed.',
  changes: () => ({ before: { export: 'ready' }, after: { export: 'expired' } }),
});

/** There is one stream for each account, because an account has at most one unfinished and one finished bundle. */
export const EXPORT_EVENTS = [ExportRequested, ExportReady, ExportFailed, ExportTaken, ExportExpired] as const;
export type ExportEvent = EventOf<(typeof EXPORT_EVENTS)[number]>;
export type RecordedExportEvent = RecordedOf<ExportEvent>;
export const exportStream = defineStream('exports');
