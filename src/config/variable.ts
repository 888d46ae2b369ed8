import { z } from 'zod';

/** The variables of the environment that are set, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What production mode requires. Each text is the rest of a sentence that begins with the variable's name. */
interface ProductionRule {
  /** The variable is required. The text is the message if it is missing. */
  readonly missing?: string;
  /** Its address may use http on this machine only. The text is the message if it uses http for another machine. */
  readonly unencrypted?: string;
  /** The variable that allows http nevertheless, if it has the value 1. */
  readonly unlessAllowedBy?: string;
  /** It must not be set. The text is the message if it is. */
  readonly set?: string;
}

/** A variable of the environment. Its texts for the README are Markdown. */
export interface Variable {
  /** The schema that checks the text. An error message is the rest of a sentence that begins with the variable's name. */
  readonly schema: z.ZodType;
  readonly description: string;
  /**
   * What applies without it, for the README. Left out if that is the schema's default, or what replaces the service in
   * development.
   */
  readonly unset?: string;
  /** It may contain a secret, so it can also be given as a file. */
  readonly secret?: true;
  readonly production?: ProductionRule;
}

export type Variables = Readonly<Record<string, Variable>>;
export type SchemasOf<V extends Variables> = { readonly [Name in keyof V]: V[Name]['schema'] };

/** The values that the program gets: checked, with their defaults. */
export type ValuesOf<V extends Variables> = z.output<z.ZodObject<SchemasOf<V>>>;

/**
 * A service outside the program. In development the program replaces it by its own provider. Production needs it, unless
 * it is switched off.
 */
export interface Service {
  /** Its name in SERVICES_OFF. */
  readonly name: string;
  readonly title: string;
  /** What replaces it in development, for the README. */
  readonly standIn: string;
  /** Variables that must be set together. */
  readonly needed: readonly string[];
  /** Further requirements of production. */
  readonly inProduction?: readonly string[];
  /** Variables that have no meaning without the service. */
  readonly beside?: readonly string[];
  /** What does not work without the service, as the rest of a sentence. */
  readonly otherwise: string;
}

/** The variables of one subject. */
export interface Section {
  readonly variables: Variables;
  readonly service?: Service;
  /** Finds faults between variables. Each is a sentence that begins with a variable's name. */
  readonly faults?: (set: Environment) => readonly string[];
}

/**
 * Whether the address has no part that the address of a service must not have. If it is not an address at all, another
 * check reports it.
 */
const isBare = (value: string): boolean => {
  const url = URL.parse(value);
  return url === null || [url.username, url.password, url.search, url.hash].every((part) => part === '');
};
const isOrigin = (value: string): boolean => isBare(value) && (URL.parse(value)?.pathname ?? '/') === '/';

const address = (example: string, isGood: (value: string) => boolean, otherwise: string) =>
  z
    .url({ protocol: /^https?$/, error: `is an address such as ${example}.` })
    .refine(isGood, { error: otherwise })
    .transform((url) => url.replace(/\/+$/, ''));

/**
 * The address of a service outside the program, without a trailing slash, user, query and fragment. `hint`: an addition
 * to the message if it is refused.
 */
export const serviceAddress = (example: string, hint = '') =>
  address(example, isBare, `is an address without a user, a query and a fragment${hint}.`);

/** The address of a service whose client adds the whole path. */
export const serviceOrigin = (example: string) =>
  address(example, isOrigin, `is an address without a user, a path and a query, such as ${example}.`);
