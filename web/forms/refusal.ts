import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, FieldValues, Resolver, ResolverOptions, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { type Camel, camelName, snake, snakeName } from '../api/names.ts';
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

/**
 * A resolver that gives the types of its form directly. `Resolver` has them inside mapped types, from which TypeScript
 * sometimes infers other types. The two members are never set.
 */
export type Check<Values extends FieldValues, Body> = Resolver<Values, unknown, Body> & { readonly values?: Values; readonly body?: Body };

const renamed = (fields: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [rename(name), field]));

/**
 * Checks a form with the schema of a call. The form uses camelCase names in its fields and in the values it sends; the schema
 * uses the names of the API.
 */
export function checkedBy<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>) {
  const check = zodResolver(schema) as (...given: never[]) => Promise<{ values: object; errors: object }>;
  async function checkRenamed(values: FieldValues, context: unknown, { fields, names, ...options }: ResolverOptions<FieldValues>) {
    const wire = { ...options, fields: renamed(fields, snakeName), ...(names && { names: names.map(snakeName) }) };
    const found = await check(snake(values) as never, context as never, wire as never);
    // Only field names are converted. The errors themselves refer to elements of the page.
    return { values: renamed(found.values, camelName), errors: renamed(found.errors, camelName) };
  }
  // The library derives the type of the resolver from the schema, whose names differ from those of the form.
  return checkRenamed as unknown as Check<Camel<Input> & FieldValues, Camel<Output>>;
}

/**
 * Checks a form whose values differ from those of the call, such as a line of addresses or a time as it is typed. The form has
 * its own schema with names of the web. As a rule its output is the body of the call.
 */
export const checkedAsTyped = <Schema extends z.ZodType<unknown, FieldValues>>(schema: Schema) =>
  zodResolver(schema as never) as unknown as Check<z.input<Schema>, z.output<Schema>>;
