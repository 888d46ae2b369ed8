import { ExportExpired, ExportFailed, ExportReady, ExportRequested, ExportTaken, exportStream } from '../domain/export/events.ts';
import { folds, on, type Projection } from './engine/projection.ts';

export type ExportDoc = {
  readonly owner: string;
  readonly under_way: string | null;
  readonly requested_at: string | null;
  readonly ready: string | null;
  readonly expires_at: string | null;
  /** When the bundle must be made, or deleted. */
  readonly next_key: string | null;
};

const keyed = (doc: ExportDoc): ExportDoc => ({ ...doc, next_key: doc.requested_at ?? doc.expires_at });
const ended: Pick<ExportDoc, 'under_way' | 'requested_at'> = { under_way: null, requested_at: null };

export const exports: Projection<ExportDoc> = {
  name: 'exports',
  version: 1,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids: (event) => (exportStream.has(event.stream) && event.metadata.owner !== null ? [event.metadata.owner] : []),
  on: folds(
    on(ExportRequested, (doc, { data, metadata }, owner) => {
      const { ready = null, expires_at = null } = doc ?? {};
      return keyed({ owner, ready, expires_at, under_way: data.export_id, requested_at: metadata.at, next_key: null });
    }),
    on(ExportReady, (doc, { data: { export_id, expires_at } }) => doc && keyed({ ...doc, ...ended, ready: export_id, expires_at })),
    on(ExportFailed, (doc) => doc && keyed({ ...doc, ...ended })),
    on(
      [ExportTaken, ExportExpired],
      (doc, { data }) => doc && (doc.ready === data.export_id ? keyed({ ...doc, ready: null, expires_at: null }) : doc),
    ),
  ),
};
