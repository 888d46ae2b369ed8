import type { App } from '../app/app.ts';
import type { MakeBundle } from '../app/export/account-export.ts';
import type { AnyEventDefinition } from '../domain/kernel/define-event.ts';
import type { Position } from '../domain/kernel/event.ts';
import type { JsonObject } from '../domain/kernel/json.ts';
import type { Deliver } from '../messages/sending/deliver.ts';
import type { AnyDueSource, DueDoc, DueFacts, DueSource, DueWork } from '../projections/engine/due-work.ts';

/** What due work is done with. */
export interface WorkPorts {
  readonly app: App;
  readonly bundle: MakeBundle;
  readonly deliver: Deliver;
  /** Begins the review `id`, which goes on beside other work. Gives the position of what it wrote; null: nothing was due. */
  readonly review: (id: string) => Promise<Position | null>;
  /** Begins to send the email `id`, which goes on beside other work. Gives the position of what it wrote; null: nothing was due. */
  readonly sendEmail: (id: string) => Promise<Position | null>;
}

/** Due work of one kind: where it is kept, and what is done about it. */
export interface DueKind<D extends DueDoc & JsonObject, Facts extends DueFacts> extends DueSource<D, Facts> {
  /** Sends the command; gives the position of what it wrote, or null. The decider checks again whether it is due. */
  readonly run: (ports: WorkPorts, work: Facts & Pick<DueWork, 'kind' | 'next_at'>) => Promise<Position | null>;
  /** Events after which it is looked at once what is due, so that nobody waits for the next turn. */
  readonly promptedBy?: readonly AnyEventDefinition[];
}

export interface AnyDueKind extends AnyDueSource, Pick<DueKind<never, never>, 'promptedBy'> {
  readonly run: (ports: WorkPorts, work: DueWork) => Promise<Position | null>;
}

/** Keeps the types of document and work together; the list of kinds forgets them. */
export const dueKind = <D extends DueDoc & JsonObject, Facts extends DueFacts>(kind: DueKind<D, Facts>): AnyDueKind =>
  kind as unknown as AnyDueKind;

/** Does a piece of due work as its kind says. @throws RangeError for a kind that is none of these */
export function createWork(kinds: readonly AnyDueKind[], ports: WorkPorts): (work: DueWork) => Promise<Position | null> {
  const known = new Map(kinds.map((each) => [each.kind, each]));
  return async (work) => {
    const found = known.get(work.kind);
    if (found === undefined) throw new RangeError(`There is no due work of the kind '${work.kind}'.`);
    return found.run(ports, work);
  };
}
