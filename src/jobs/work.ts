import type { App } from '../app/app.ts';
import type { MakeBundle } from '../app/export.ts';
import type { AnyEventDefinition } from '../domain/kernel/define-event.ts';
import type { JsonObject, Position } from '../domain/kernel/event.ts';
import type { Deliver } from '../messages/sending/deliver.ts';
import type { DueWork } from '../ports/due-work.ts';
import type { AnyDueSource, DueDoc, DueFacts, DueSource } from '../projections/engine/due-work.ts';

export interface WorkPorts {
  readonly app: App;
  readonly bundle: MakeBundle;
  readonly deliver: Deliver;
  /** Begins the review `id`, which runs in parallel to other work. Returns the position of what it wrote; null: nothing was due. */
  readonly review: (id: string) => Promise<Position | null>;
  /** Begins to send the email `id`, which runs in parallel to other work. Returns the position of what it wrote; null: nothing was due. */
  readonly sendEmail: (id: string) => Promise<Position | null>;
}

/** Due work of one kind: the read model with it, and the function that does it. */
export interface DueKind<D extends DueDoc & JsonObject, Facts extends DueFacts> extends DueSource<D, Facts> {
  /** Sends the command; returns the position of what it wrote, or null. The decider checks again whether the work is due. */
  readonly run: (ports: WorkPorts, work: Facts & Pick<DueWork, 'kind' | 'next_at'>) => Promise<Position | null>;
  /** After these events the program looks for due work at once, so that nobody waits for the next regular run. */
  readonly promptedBy?: readonly AnyEventDefinition[];
  /** It waits for servers of others, which may hang, so no other work waits for it. */
  readonly slow?: true;
  /**
   * It only begins work, which then goes on beside the queue. It is not handed out to other workers, because a move of the clock waits for
   * this work in the process that keeps the order.
   */
  readonly onlyBegins?: true;
}

export interface AnyDueKind extends AnyDueSource, Pick<DueKind<never, never>, 'promptedBy' | 'slow' | 'onlyBegins'> {
  // As a method it also takes the function of a kind, which is only ever given work with the facts of its own kind.
  run(ports: WorkPorts, work: DueWork): Promise<Position | null>;
}

/** Checks the types of document and work together; the list of kinds no longer knows them. */
export const dueKind = <D extends DueDoc & JsonObject, Facts extends DueFacts>(kind: DueKind<D, Facts>): AnyDueKind => kind;

/**
 * Does a piece of due work according to its kind.
 * @throws RangeError for an unknown kind
 */
export function createWork(kinds: readonly AnyDueKind[], ports: WorkPorts): (work: DueWork) => Promise<Position | null> {
  const known = new Map(kinds.map((each) => [each.kind, each]));
  return async (work) => {
    const found = known.get(work.kind);
    if (found === undefined) throw new RangeError(`There is no due work of the kind '${work.kind}'.`);
    return found.run(ports, work);
  };
}
