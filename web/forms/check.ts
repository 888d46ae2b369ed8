import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * A resolver that gives the types of its form directly. `Resolver` has them inside mapped types, from which TypeScript
 * sometimes infers other types. The two members are never set.
 */
export type Check<Values extends FieldValues, Body> = Resolver<Values, unknown, Body> & { readonly values?: Values; readonly body?: Body };

/**
 * A check whose script is loaded when something is checked for the first time, because the library of schemas is larger than
 * some screens. If the script cannot be loaded, nothing is checked here; the server checks everything.
 */
export const checkedLate = <Values extends FieldValues, Body>(load: () => Promise<Check<Values, Body>>): Check<Values, Body> =>
  (async (values, context, options) => {
    const check = await load().catch(() => null);
    return check === null ? { values: values as unknown as Body, errors: {} } : check(values, context, options);
  }) satisfies Resolver<Values, unknown, Body>;
