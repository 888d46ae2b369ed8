import type { RecordedExportEvent } from './events.ts';

export interface ExportState {
  /** The bundle that is being made. */
  readonly under_way: { readonly id: string; readonly correlation_id: string; readonly event_id: string } | null;
  readonly ready: { readonly id: string; readonly expires_at: string } | null;
}

export const initial: ExportState = { under_way: null, ready: null };

export function evolve(state: ExportState, event: RecordedExportEvent): ExportState {
  const id = event.data.export_id;
  switch (event.type) {
    case 'ExportRequested':
      return { ...state, under_way: { id, correlation_id: event.metadata.correlation_id, event_id: event.id } };
    case 'ExportReady':
      return { under_way: null, ready: { id, expires_at: event.data.expires_at } };
    case 'ExportFailed':
      return { ...state, under_way: null };
    case 'ExportTaken':
    case 'ExportExpired':
      return state.ready?.id === id ? { ...state, ready: null } : state;
    default:
      return state;
  }
}
