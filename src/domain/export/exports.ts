import type { RecordedExportEvent } from './events.ts';

/** A bundle that the owner asked for. `ready`: its file is there until `expires_at`. */
export interface RequestedExport {
  readonly id: string;
  readonly status: 'under_way' | 'ready' | 'fetched' | 'expired' | 'failed';
  /** In bytes; null before the bundle is ready, and of bundles of earlier versions of the program. */
  readonly size: number | null;
  readonly requested_at: string;
  readonly ready_at: string | null;
  readonly expires_at: string | null;
}

/** All bundles that the events tell of, oldest first. */
export function exportsIn(events: readonly RecordedExportEvent[]): readonly RequestedExport[] {
  const all = new Map<string, RequestedExport>();
  for (const event of events) {
    const id = event.data.export_id;
    const next = afterwards(all.get(id), event);
    if (next !== null) all.set(id, next);
  }
  return [...all.values()];
}

function afterwards(before: RequestedExport | undefined, event: RecordedExportEvent): RequestedExport | null {
  const { at } = event.metadata;
  if (event.type === 'ExportRequested')
    return { id: event.data.export_id, status: 'under_way', size: null, requested_at: at, ready_at: null, expires_at: null };
  if (before === undefined) return null;
  switch (event.type) {
    case 'ExportReady':
      return { ...before, status: 'ready', size: event.data.size ?? null, ready_at: at, expires_at: event.data.expires_at };
    case 'ExportFailed':
      return { ...before, status: 'failed' };
    case 'ExportTaken':
      return { ...before, status: 'fetched' };
    case 'ExportExpired':
      return { ...before, status: 'expired' };
  }
}
