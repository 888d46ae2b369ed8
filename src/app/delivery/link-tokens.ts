import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyedHashes } from '../../ports/secrets.ts';

/** What a link may do. `purpose` separates families of links, and `use` the links of one message. Neither can ever change. */
export interface LinkUse {
  readonly purpose: string;
  readonly use: string;
}

const TOKEN = /^([0-9a-f]{32})([0-9a-f]{48})$/;

/** 192 bits that nobody can guess, made from the delivery's id. They are not stored. */
const mark = (hashes: KeyedHashes, { purpose, use }: LinkUse, id: string): string =>
  createHmac('sha256', hashes.keyed(purpose, `${use}\n${id}`))
    .update(id)
    .digest('hex')
    .slice(0, 48);

/** The token of a link in the message of the delivery `id`. A repeated attempt has the same. */
export const deliveryToken = (hashes: KeyedHashes, use: LinkUse, id: string): string => id.replaceAll('-', '') + mark(hashes, use, id);

/** The delivery for whose message the token was made. Null: it was made for another use, or by somebody else. */
export function deliveryOfToken(hashes: KeyedHashes, use: LinkUse, token: string): string | null {
  const [, hex, given] = TOKEN.exec(token) ?? [];
  if (hex === undefined || given === undefined) return null;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return timingSafeEqual(Buffer.from(mark(hashes, use, id)), Buffer.from(given)) ? id : null;
}
