import type { App } from '../../app/app.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { partsOfStream } from '../../domain/kernel/define-event.ts';
import { account, accounts, streamsThrough } from '../../projections/account/accounts.ts';
import { closings } from '../../projections/day/closings.ts';
import { days } from '../../projections/day/days.ts';
import { focusDays } from '../../projections/day/focus-days.ts';
import { foldApart } from '../../projections/engine/fold-apart.ts';
import type { AnyProjection } from '../../projections/engine/projection.ts';
import type { Views } from '../../projections/engine/views.ts';
import { partners } from '../../projections/partner/partners.ts';
import { tasks } from '../../projections/task/tasks.ts';
import { eventsThen } from './events-then.ts';

/** What reports are made from: the present, or what was known at an instant. */
export interface ReportApp extends App {
  /** Left out: reports are made from the present. */
  readonly past?: Past;
}

export interface Past {
  readonly asOf: string;
  /** The read models as they are now. */
  readonly present: Views;
}

/** Read models, with the kinds of the streams whose events they take. */
export interface Part {
  readonly projections: readonly AnyProjection[];
  readonly kinds: readonly string[];
  /** The indexes that reports read by, by the name of the read model. Left out: all that it declares. */
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
}

/** What the reports on days read. */
export const FIGURES: Part = {
  projections: [accounts, tasks, days, closings, focusDays],
  kinds: ['account', 'task', 'day', 'focus', 'time_box'],
  indexes: { [tasks.name]: ['due'], [closings.name]: [] },
};

/**
 * What a history reads besides its entries: the names of people. An entry comes from one event and never changes, so the entries of then
 * are those of now that were recorded until then.
 */
export const NAMES: Part = { projections: [accounts, partners], kinds: ['account', 'partner'] };

export interface Asked {
  readonly owner: string;
  readonly asOf: string;
  readonly part: Part;
  readonly signal: AbortSignal;
}

/**
 * Calls the work with the app as it was known at an instant: what today's folds make of the events that were recorded until then, with
 * that instant as the clock. The read models are in a store of their own, which exists as long as the work runs.
 * @throws RuleViolation validation_failed if the account did not exist then, or if the instant is in the future; the signal's reason if it
 * aborts
 */
export async function knownThen<T>(app: App, asked: Asked, work: (then: ReportApp) => Promise<T>): Promise<T> {
  const { owner, asOf, part, signal } = asked;
  await requireKnown(app, owner, asOf);
  const found = await streamsThrough(app.views, owner, asOf);
  const streams = found.filter(({ id }) => part.kinds.includes(partsOfStream(id).kind));
  const types = new Set(part.projections.flatMap(({ on }) => Object.keys(on)));
  const projections = part.projections.map((projection) => withIndexesOf(part, projection));
  const documents = app.openScratch();
  try {
    const events = eventsThen({ store: app.store, streams, asOf, types, signal });
    const views = await foldApart({ documents, projections, events });
    if ((await account(views, owner)) === null) throw refused('Your account did not exist at that time.');
    return await work({ ...app, views, clock: { now: () => asOf }, past: { asOf, present: app.views } });
  } finally {
    await documents.close();
  }
}

/** The read model with only the indexes that reports read by. Tasks have thirteen, and each has to be written for every task. */
function withIndexesOf({ indexes }: Part, projection: AnyProjection): AnyProjection {
  const read = indexes?.[projection.name];
  return read === undefined ? projection : { ...projection, indexes: projection.indexes.filter(({ name }) => read.includes(name)) };
}

const refused = (sentence: string): RuleViolation => new RuleViolation('validation_failed', sentence, { as_of: [sentence] });

/** What can be said before anything is folded. */
async function requireKnown({ views, clock }: App, owner: string, asOf: string): Promise<void> {
  if (asOf > clock.now()) throw refused('This instant is in the future. Give an earlier one.');
  const found = await account(views, owner);
  if (found && asOf < found.doc.created_at)
    throw refused(`Your account did not exist at that time. It was made on ${found.doc.created_at}.`);
}
