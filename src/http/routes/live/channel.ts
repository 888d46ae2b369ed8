import type { LiveKind } from '../../../contracts/live.ts';
import { localDate } from '../../../domain/calendar/local.ts';
import { type Changes, NOTHING, ofKinds, together } from './changes.ts';
import type { LiveConnection } from './connection.ts';

/** Answers about these are for the owner's present date unless the client names another one. */
export const CHANGED_BY_MIDNIGHT: readonly LiveKind[] = ['task', 'focus', 'time_box', 'streak', 'report'];

/** Changes that follow one another within this time, in milliseconds, are told together. */
const GATHER_MS = 200;

/** All open connections of one owner. */
export class Channel {
  readonly connections = new Set<LiveConnection>();
  readonly #eventId: () => string;
  #pending: Changes = NOTHING;
  #gathering: NodeJS.Timeout | null = null;
  #zone: string | null = null;
  #date: string | null = null;

  /** `eventId` gives the id of an event that is sent now. */
  constructor(eventId: () => string) {
    this.#eventId = eventId;
  }

  changed(changes: Changes): void {
    this.#pending = together(this.#pending, changes);
    if (this.#gathering === null) this.#tell();
  }

  setZone(zone: string, now: string): void {
    this.#zone = zone;
    if (this.#date === null) this.#date = localDate(now, zone);
    else this.tick(now);
  }

  /** Whether midnight of the owner's zone lies between two instants; false while the zone is not known. */
  hasMidnightBetween(before: string, now: string): boolean {
    return this.#zone !== null && localDate(before, this.#zone) !== localDate(now, this.#zone);
  }

  /** Notices that the owner's date has changed, by the clock or by a change of zone. */
  tick(now: string): void {
    if (this.#zone === null) return;
    const date = localDate(now, this.#zone);
    if (date === this.#date) return;
    this.#date = date;
    this.changed(ofKinds(CHANGED_BY_MIDNIGHT));
  }

  /** Sends nothing more. */
  close(): void {
    if (this.#gathering) clearTimeout(this.#gathering);
    for (const connection of this.connections) connection.close();
  }

  #tell(): void {
    const changes = this.#pending;
    this.#pending = NOTHING;
    for (const connection of this.connections) connection.changed(changes, this.#eventId());
    this.#gathering = setTimeout(() => {
      this.#gathering = null;
      if (this.#pending.kinds.size > 0) this.#tell();
    }, GATHER_MS).unref();
  }
}
