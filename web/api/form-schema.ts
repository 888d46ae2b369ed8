import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver, ResolverOptions } from 'react-hook-form';
import type { z } from 'zod';
import { type Camel, camelName, snake, snakeName } from './names.ts';

const renamed = (fields: object, rename: (name: string) => string) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [rename(name), field]));

/**
 * Checks a form with the schema of a call. The form names its fields as the web does, in camelCase, and so do the values that it
 * sends; the schema names them as the API does.
 */
export function checkedBy<Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>) {
  const check = zodResolver(schema) as (...given: never[]) => Promise<{ values: object; errors: object }>;
  async function checkRenamed(values: FieldValues, context: unknown, { fields, names, ...options }: ResolverOptions<FieldValues>) {
    const wire = { ...options, fields: renamed(fields, snakeName), ...(names && { names: names.map(snakeName) }) };
    const found = await check(snake(values) as never, context as never, wire as never);
    // Only the names of the fields are changed: their errors hold elements of the page.
    return { values: renamed(found.values, camelName), errors: renamed(found.errors, camelName) };
  }
  // The resolver of the library is typed by the schema, whose names differ from those of the form.
  return checkRenamed as unknown as Resolver<Camel<Input> & FieldValues, unknown, Camel<Output>>;
}
