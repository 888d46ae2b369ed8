import { isSignedBy, keyIdOf } from '../ed25519.ts';
import { type Head, type KeyList, signerOf, wasInForce } from '../head.ts';
import { isConsistent } from '../merkle.ts';
import type { Fault } from './fault.ts';
import type { Statement } from './statement.ts';

/** Null: a statement and the heads in it are signed by the public key that it contains. */
export function signatureFault(signed: Statement): Fault | null {
  if (keyIdOf(signed.public_key) !== signed.key_id)
    return { code: 'forged', message: 'The id of the key in its statement is not that of the public key beside it.' };
  if (!isSignedBy(signed, signed.public_key))
    return { code: 'forged', message: 'Its statement was changed after it was signed, or is forged: the signature does not fit.' };
  return headsFault(signed);
}

const headsIn = ({ head, since }: Statement): readonly Head[] => (since === null ? [head] : [head, since.head]);

function headsFault(signed: Statement): Fault | null {
  const { head, since, key_id, public_key } = signed;
  // A head may be signed by an earlier key, which the statement does not contain.
  if (headsIn(signed).some((one) => one.key_id === key_id && !isSignedBy(one, public_key)))
    return { code: 'forged', message: 'The signature of a head in its statement does not fit.' };
  if (since !== null && (since.head.ledger !== head.ledger || !isConsistent({ from: since.head, to: head, path: since.path })))
    return {
      code: 'rewritten',
      message: 'The record was rewritten: what was sent before this paper is not the beginning of the record that this paper is about.',
    };
  return null;
}

/** Null: the key that signed is one of these, and was in force. */
export function keyFault(signed: Statement, { origin, keys }: KeyList): Fault | null {
  if (!isSameOrigin(signed.origin, origin))
    return { code: 'other_origin', message: `It says that it comes from ${signed.origin}, and the keys are those of ${origin}.` };
  const key = keys.find(({ key_id, public_key }) => key_id === signed.key_id && public_key === signed.public_key);
  if (key === undefined)
    return { code: 'unknown_key', message: `It is signed with the key ${signed.key_id}, which is not among the keys of ${origin}.` };
  if (!wasInForce(key, signed.made_at))
    return {
      code: 'outside_key_time',
      message: `It says that it was signed at ${signed.made_at}, when its key ${key.key_id} was not in force (${key.since} to ${key.until ?? 'now'}).`,
    };
  if (headsIn(signed).some((head) => signerOf(head, keys) === null))
    return { code: 'unknown_key', message: `A head in its statement is not signed by a key of ${origin} that was in force.` };
  return null;
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Origins are compared without case and path. The names of this machine for itself mean the same. */
function isSameOrigin(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => {
    const { protocol, hostname, port } = new URL(text);
    return `${protocol}//${LOOPBACK.test(hostname) ? 'localhost' : hostname}:${port}`;
  });
  return first === second;
}
