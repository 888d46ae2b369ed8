import type { Position } from '../../domain/kernel/event.ts';

/** What the reads of one request must show, even if a read model is late. */
export interface Demanded {
  /** The newest event that the request itself has written; null: none. */
  readonly written: Position | null;
  /** How far its client says that earlier writes went; null: it says nothing, or has waited already. */
  readonly claimed: Position | null;
}
