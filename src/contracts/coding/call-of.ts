import { namedValue, readFunctionInput } from './function-input.ts';
import type { Call } from './ran.ts';

const IN_PLACE = /\bin[- ]?place\b/i;

/** A function of a question. */
export interface AskedFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The statement of the question. It may say that the function changes its first argument. */
  readonly statement?: string | null;
}

interface Example {
  readonly input: string;
  /** Null: nothing is expected. */
  readonly output: string | null;
}

/** The call that an example asks for; or what is wrong with its input. */
export function callOfExample(
  { name, parameters, statement }: AskedFunction,
  { input, output }: Example,
): Call | { readonly error: string } {
  const read = readFunctionInput(input, parameters);
  if ('error' in read) return read;
  const named = parameters.indexOf(namedValue(output ?? '').name ?? '');
  const changed = named < 0 && IN_PLACE.test(statement ?? '') ? 0 : named;
  return { name, args: read.args, ...(changed >= 0 && { changed }) };
}
