import { EVENTS } from '../../domain/catalogue.ts';
import type { AnyEventDefinition, Changes } from '../../domain/kernel/define-event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { TaskChange, TaskFields } from '../../domain/task/event-data.ts';
import type { HistoryDoc } from './history.ts';

const NONE: Changes = { before: {}, after: {}, sealedBefore: {}, sealedAfter: {} };

/**
 * The definition of the entry's event.
 * @throws Error if this program does not know the event
 */
export function definitionOf({ action }: Pick<HistoryDoc, 'action'>): AnyEventDefinition {
  const definition = EVENTS.get(action);
  if (definition === undefined) throw new Error(`The catalogue of events has no ${action}.`);
  return definition;
}

/** What the document's event changed. `before` leaves out values that the event does not contain. */
export function changesOf(doc: HistoryDoc): Changes {
  const declared = { ...NONE, ...definitionOf(doc).changes(doc.data, doc) };
  if (!('set' in doc.data)) return declared;
  const changed = ofTask(doc, doc.data as unknown as TaskChange);
  return {
    before: { ...changed.before, ...declared.before },
    after: { ...changed.after, ...declared.after },
    sealedBefore: { ...changed.sealedBefore, ...declared.sealedBefore },
    sealedAfter: { ...changed.sealedAfter, ...declared.sealedAfter },
  };
}

function ofTask(doc: HistoryDoc, { set, was, own_texts, texts, was_texts }: TaskChange): Changes {
  const own = Object.fromEntries(own_texts.map((name) => [name, doc.private]));
  return {
    before: onTheWire(was, set),
    after: onTheWire(set, was),
    sealedBefore: { ...was_texts } as Changes['sealedBefore'],
    sealedAfter: { ...texts, ...own } as Changes['sealedAfter'],
  };
}

/** The API has a field `completed`, which follows from the status. */
function onTheWire(fields: Partial<TaskFields>, others: Partial<TaskFields>): JsonObject {
  const turned = fields.status !== undefined && (fields.status === 'completed') !== (others.status === 'completed');
  const { vacation_id, ...shown } = fields;
  return {
    ...(shown as JsonObject),
    ...(vacation_id !== undefined && { skip_reason: vacation_id === null ? null : 'vacation' }),
    ...(turned && { completed: fields.status === 'completed' }),
  };
}
