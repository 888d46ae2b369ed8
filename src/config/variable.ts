import { z } from 'zod';

/** Variables of the environment that are set, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What production mode refuses. Each text is the rest of a sentence that begins with the variable's name. */
interface ProductionRule {
  /** The variable is required: what is said where it is missing. */
  readonly missing?: string;
  /** Its address may be http on this machine only: what is said where it is http beyond it. */
  readonly unencrypted?: string;
  /** The variable that allows http all the same, with the value 1. */
  readonly unlessAllowedBy?: string;
  /** It may not be set: what is said where it is. */
  readonly set?: string;
}

/** A variable of the environment. Its texts for the README are in Markdown. */
export interface Variable {
  /** Checks the text. The error is the rest of a sentence that begins with the variable's name. */
  readonly schema: z.ZodType;
  readonly description: string;
  /** What holds without it, for the README. Left out where that is the schema's default, or the stand-in of the service. */
  readonly unset?: string;
  /** It may hold a secret, and so it can be given as a file, too. */
  readonly secret?: true;
  readonly production?: ProductionRule;
}

export type Variables = Readonly<Record<string, Variable>>;
export type SchemasOf<V extends Variables> = { readonly [Name in keyof V]: V[Name]['schema'] };

/** What the program gets of the variables: checked, with their defaults. */
export type ValuesOf<V extends Variables> = z.output<z.ZodObject<SchemasOf<V>>>;

/** An outside service. In development a provider of the program's own stands in for it; production needs it, or that it is switched off. */
export interface Service {
  /** By which SERVICES_OFF names it. */
  readonly name: string;
  readonly title: string;
  /** What stands in for it in development, for the README. */
  readonly standIn: string;
  /** The variables that belong together. */
  readonly needed: readonly string[];
  /** What production needs besides. */
  readonly inProduction?: readonly string[];
  /** Variables that mean nothing without the service. */
  readonly beside?: readonly string[];
  /** What does not work without the service, as the rest of a sentence. */
  readonly otherwise: string;
}

/** The variables of one subject. */
export interface Section {
  readonly variables: Variables;
  readonly service?: Service;
  /** What is wrong between the variables, as sentences that begin with their names. */
  readonly faults?: (set: Environment) => readonly string[];
}

/** Whether a part that an address of a service may not have is missing. Of what is no address at all another check says so. */
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
 * The address of an outside service, without a trailing slash. It has no user, no query and no fragment. `hint`: what the
 * refusal says besides.
 */
export const serviceAddress = (example: string, hint = '') =>
  address(example, isBare, `is an address without a user, a query and a fragment${hint}.`);

/** The address of a service whose client adds the whole path. */
export const serviceOrigin = (example: string) =>
  address(example, isOrigin, `is an address without a user, a path and a query, such as ${example}.`);
