import type { Views } from './kernel/views.ts';

/** By owner: which of the owner's days is to be closed next. */
export type ClosingDoc = {
  readonly owner: string;
  readonly zone: string;
  /** The last local date that was closed; later ones are open, earlier ones are never closed again. */
  readonly closed_through: string | null;
  /** Local dates after it with something planned, and how much. */
  readonly planned: Readonly<Record<string, number>>;
  /** The earliest of them. */
  readonly date: string | null;
  /** The instant at which that day ends in the owner's zone. */
  readonly next_key: string | null;
};
export type ClosedThrough = (views: Views, owner: string) => Promise<string | null>;
