import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, ResolverOptions } from 'react-hook-form';
import type { z } from 'zod';
import { type Camel, camelName, snake, snakeName } from '../api/names.ts';
import type { Check } from './check.ts';

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
