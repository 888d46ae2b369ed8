import { z } from 'zod';

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
