import type { Decider } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import type { ExportEvent } from './events.ts';
import { EXPORT_EVENTS } from './events.ts';
import { type ExportState, evolve, initial } from './state.ts';

export type ExportCommand =
  | { readonly type: 'Request'; readonly id: string }
  | { readonly type: 'NoteReady'; readonly id: string; readonly expiresAt: string }
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
      const made: Decided<ExportEvent> = { type: 'ExportReady', data: { export_id: command.id, expires_at: command.expiresAt } };
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
