import type { RecordedOf } from '../kernel/event.ts';

/** One stream an account: one bundle is under way at a time, and at most one lies ready. */
export type ExportRequested = { readonly type: 'ExportRequested'; readonly data: { readonly export_id: string } };
export type ExportReady = { readonly type: 'ExportReady'; readonly data: { readonly export_id: string; readonly expires_at: string } };
export type ExportFailed = { readonly type: 'ExportFailed'; readonly data: { readonly export_id: string } };
/** Downloaded, by its link: the bundle is gone. */
export type ExportTaken = { readonly type: 'ExportTaken'; readonly data: { readonly export_id: string } };
/** Nobody came for it, or a newer one took its place. */
export type ExportExpired = { readonly type: 'ExportExpired'; readonly data: { readonly export_id: string } };
export type ExportEvent = ExportRequested | ExportReady | ExportFailed | ExportTaken | ExportExpired;
export type RecordedExportEvent = RecordedOf<ExportEvent>;
export const exportStream = (userId: string): string => `exports-${userId}`;
