import type { Decider } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { EXPORT_EVENTS, type ExportEvent, type RecordedExportEvent } from './events.ts';

export interface ExportState {
  /** The bundle that is being made. */
  readonly under_way: { readonly id: string; readonly correlation_id: string; readonly event_id: string } | null;
  readonly ready: { readonly id: string; readonly expires_at: string } | null;
}

const initial: ExportState = { under_way: null, ready: null };

function evolve(state: ExportState, event: RecordedExportEvent): ExportState {
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

export type ExportCommand =
  | { readonly type: 'Request'; readonly id: string }
  | { readonly type: 'NoteReady'; readonly id: string; readonly expiresAt: string; readonly size: number }
  | { readonly type: 'NoteFailed'; readonly id: string }
  | { readonly type: 'Take'; readonly id: string }
  | { readonly type: 'Expire'; readonly now: string };

export const exportDecider: Decider<ExportState, ExportCommand, ExportEvent> = { events: EXPORT_EVENTS, initial, evolve, decide };

/** A command changes nothing if it repeats what is recorded, or if it is about another bundle than the present one. */
function decide(command: ExportCommand, { under_way, ready }: ExportState): readonly Decided<ExportEvent>[] {
  switch (command.type) {
    case 'Request':
      return under_way === null ? [{ type: 'ExportRequested', data: { export_id: command.id } }] : [];
    case 'NoteReady': {
      if (under_way?.id !== command.id) return [];
      const { id, expiresAt, size } = command;
      const made: Decided<ExportEvent> = { type: 'ExportReady', data: { export_id: id, expires_at: expiresAt, size } };
      return ready === null ? [made] : [{ type: 'ExportExpired', data: { export_id: ready.id } }, made];
    }
    case 'NoteFailed':
      return under_way?.id === command.id ? [{ type: 'ExportFailed', data: { export_id: command.id } }] : [];
    case 'Take':
      return ready?.id === command.id ? [{ type: 'ExportTaken', data: { export_id: command.id } }] : [];
    case 'Expire':
      if (ready === null || ready.expires_at > command.now) return [];
      return [{ type: 'ExportExpired', data: { export_id: ready.id }, at: ready.expires_at, by: SYSTEM }];
  }
}
