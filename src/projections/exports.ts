import type { ExportReady, ExportRequested } from '../domain/export/events.ts';
import type { RecordedOf } from '../domain/kernel/event.ts';
import type { Fold, Projection } from './kernel/projection.ts';

/** By owner: the bundle that is being made, and the one that lies ready. */
export type ExportDoc = {
  readonly owner: string;
  readonly under_way: string | null;
  readonly requested_at: string | null;
  readonly ready: string | null;
  readonly expires_at: string | null;
  /** When it is to be made, or else to be thrown away. */
  readonly next_key: string | null;
};

const keyed = (doc: ExportDoc): ExportDoc => ({ ...doc, next_key: doc.requested_at ?? doc.expires_at });
const idOf = (data: object): string => (data as { export_id: string }).export_id;
const gone: Fold<ExportDoc> = (doc, { data }) => doc && (doc.ready === idOf(data) ? keyed({ ...doc, ready: null, expires_at: null }) : doc);
const ended: Pick<ExportDoc, 'under_way' | 'requested_at'> = { under_way: null, requested_at: null };

export const exports: Projection<ExportDoc> = {
  name: 'exports',
  version: 1,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids: (event) => (event.stream.startsWith('exports-') && event.metadata.owner !== null ? [event.metadata.owner] : []),
  on: {
    ExportRequested: (doc, recorded, owner) => {
      const { data, metadata } = recorded as RecordedOf<ExportRequested>;
      const { ready = null, expires_at = null } = doc ?? {};
      return keyed({ owner, ready, expires_at, under_way: data.export_id, requested_at: metadata.at, next_key: null });
    },
    ExportReady: (doc, recorded) => {
      const { export_id, expires_at } = (recorded as RecordedOf<ExportReady>).data;
      return doc && keyed({ ...doc, ...ended, ready: export_id, expires_at });
    },
    ExportFailed: (doc) => doc && keyed({ ...doc, ...ended }),
    ExportTaken: gone,
    ExportExpired: gone,
  },
};
