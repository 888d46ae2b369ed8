import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/problem.ts';

/** Maps a field name of the server, such as `proofData.links.0`, to a field of the form. Null: the form has no such field. */
export type FieldOf<V extends FieldValues> = (name: string) => FieldPath<V> | null;

/** The server's messages by field of the form, and whether every message has a field. */
export function refusedFields<V extends FieldValues>(error: unknown, fieldOf: FieldOf<V>) {
  const fields = new Map<FieldPath<V>, string>();
  const named = error instanceof ApiError ? Object.entries(error.errors) : [];
  for (const [name, sentences] of named) {
    const field = fieldOf(name);
    if (field !== null) fields.set(field, [fields.get(field), ...sentences].filter(Boolean).join(' '));
  }
  return { fields, isComplete: named.length > 0 && named.every(([name]) => fieldOf(name) !== null) };
}

/** Uses the server's name, or the name of the field that contains it: `to` for `to.0`. */
const sameName =
  <V extends FieldValues>(values: V): FieldOf<V> =>
  (name) => {
    const first = name.split('.')[0] ?? '';
    return Object.hasOwn(values, first) ? (first as FieldPath<V>) : null;
  };

/** Shows the server's messages at the fields. Returns whether all messages are shown there. */
export function showRefusal<V extends FieldValues, Body>(
  form: Pick<UseFormReturn<V, unknown, Body>, 'getValues' | 'setError'>,
  error: unknown,
  fieldOf: FieldOf<V> = sameName(form.getValues()),
): boolean {
  const { fields, isComplete } = refusedFields(error, fieldOf);
  for (const [field, message] of fields) form.setError(field, { type: 'server', message });
  return isComplete;
}
