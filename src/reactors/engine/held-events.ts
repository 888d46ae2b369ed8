import { plus, SECOND } from '../../domain/calendar/dates.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { HeldEvent } from '../../ports/coordination.ts';
import type { ReactorPorts } from './reactor.ts';

export const TRIES = 8;
const FIRST_PAUSE = 5 * SECOND;
const GROWTH = 3;

/** Milliseconds before the next try of an event that has failed `tries` times: 5 s, 15 s, 45 s … an hour; 91 minutes in all. */
export const pauseAfter = (tries: number): number => FIRST_PAUSE * GROWTH ** (tries - 1);

export class HeldEvents {
  readonly #ports: Pick<ReactorPorts<unknown>, 'progress' | 'clock' | 'log' | 'describe'>;
  readonly #reactor: string;
  #waiting = new Map<string, HeldEvent>();

  constructor(ports: Pick<ReactorPorts<unknown>, 'progress' | 'clock' | 'log' | 'describe'>, reactor: string) {
    this.#ports = ports;
    this.#reactor = reactor;
  }

  /** Loads the stored events, which another process may have changed. */
  load(stored: readonly HeldEvent[]): void {
    const mine = stored.filter(({ reactor }) => reactor === this.#reactor);
    this.#waiting = new Map(mine.map((event) => [event.event_id, event]));
  }

  has = (eventId: string): boolean => this.#waiting.has(eventId);

  holdsBack(stream: string): boolean {
    for (const event of this.#waiting.values()) if (event.stream === stream) return true;
    return false;
  }

  /** The earliest instant of a next try; null: no event waits for one. */
  nextTryAt(): string | null {
    return [...this.#waiting.values()].flatMap(({ next_at }) => next_at ?? []).sort()[0] ?? null;
  }

  streams(): readonly (readonly HeldEvent[])[] {
    const groups = [...Map.groupBy(this.#waiting.values(), ({ stream }) => stream).values()];
    return groups.map((group) => group.toSorted((a, b) => a.revision - b.revision));
  }

  /** Holds an event because an earlier one in its stream failed. */
  async holdBehind(event: Recorded): Promise<void> {
    await this.#hold(this.#heldOf(event, { tries: 0, next_at: null, error: null }));
  }

  async holdFailed(event: Recorded, error: unknown): Promise<void> {
    const held = this.#heldOf(event, { tries: 1, ...this.#again(1, error) });
    this.#ports.log.error({ err: error, ...logFields(held) }, 'reactor.event_failed');
    await this.#hold(held);
  }

  /** Records another failure. True: the event was set aside and no longer blocks its stream. */
  async failedAgain(held: HeldEvent, error: unknown): Promise<boolean> {
    const tries = held.tries + 1;
    const aside = tries >= TRIES;
    const changed = { ...held, tries, aside, ...this.#again(tries, error), ...(aside && { next_at: null }) };
    this.#ports.log.error({ err: error, ...logFields(changed) }, aside ? 'reactor.event_set_aside' : 'reactor.event_failed');
    await this.#ports.progress.change(changed);
    if (aside) this.#waiting.delete(held.event_id);
    else this.#waiting.set(held.event_id, changed);
    return aside;
  }

  async release(held: HeldEvent): Promise<void> {
    await this.#ports.progress.release(held);
    this.#waiting.delete(held.event_id);
  }

  async #hold(held: HeldEvent): Promise<void> {
    if (await this.#ports.progress.hold(held)) this.#waiting.set(held.event_id, held);
    // The event was held or set aside before this process was interrupted, or by another process that still has the lease.
    else this.load(await this.#ports.progress.waiting());
  }

  #again(tries: number, error: unknown): Pick<HeldEvent, 'next_at' | 'error'> {
    const { clock, describe } = this.#ports;
    return { next_at: plus(clock.now(), pauseAfter(tries)), error: describe(error) };
  }

  #heldOf(event: Recorded, change: Pick<HeldEvent, 'tries' | 'next_at' | 'error'>): HeldEvent {
    const { id, type, stream, revision, position } = event;
    const held_at = this.#ports.clock.now();
    return { reactor: this.#reactor, event_id: id, type, stream, revision, position, ...change, aside: false, held_at };
  }
}

const logFields = ({ reactor, event_id, type, tries, next_at }: HeldEvent) => ({ reactor, event_id, type, tries, next_at });
