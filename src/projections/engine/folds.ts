import type { AnyEventDefinition, RecordedAs } from '../../domain/kernel/define-event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { Fold } from './projection.ts';

export interface Handler<D extends JsonObject> {
  readonly types: readonly string[];
  readonly fold: Fold<D>;
}

/**
 * Declares what a read model does with the events of these definitions. The fold sees the event's own type and returns a new document, or
 * null to delete it.
 */
export function on<D extends JsonObject, const Definition extends AnyEventDefinition>(
  definitions: Definition | readonly Definition[],
  fold: (doc: D | null, event: RecordedAs<Definition>, id: string) => D | null,
): Handler<D> {
  const list = Array.isArray(definitions) ? (definitions as readonly Definition[]) : [definitions as Definition];
  return { types: list.map(({ type }) => type), fold: fold as Fold<D> };
}

/**
 * The folds of a read model, by stored event type.
 * @throws Error if two of them take the same type
 */
export function folds<D extends JsonObject>(...handlers: readonly Handler<D>[]): Readonly<Record<string, Fold<D>>> {
  const map: Record<string, Fold<D>> = {};
  for (const { types, fold } of handlers) {
    for (const type of types) {
      if (map[type]) throw new Error(`Two folds of one read model take ${type}.`);
      map[type] = fold;
    }
  }
  return map;
}
