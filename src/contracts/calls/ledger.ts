import { z } from 'zod';
import { declareCall } from '../call.ts';
import { head, keyList } from '../ledger/head.ts';
import { inclusion } from '../ledger/proofs.ts';
import { givenId, pageQuery } from '../query.ts';

const common = { method: 'GET', tag: 'Ledger', access: 'user', scopes: ['reports:read'] } as const;

const sizeError = { error: 'The size of a head: a whole number.' };
const size = z
  .string(sizeError)
  .regex(/^\d{1,15}$/, sizeError)
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0 } });

export const readHead = declareCall({
  ...common,
  path: '/api/ledger/head',
  summary: 'The newest head of the ledger, signed now if events came since the last one',
  description:
    'A head is the signed state of the ledger: the root of the Merkle tree (RFC 9162) over the hashes of all events of the account. 1,000 are signed in a day; after that the newest one is given. docs/checking-it-yourself.md says how to check it.',
  failure: 'Failed to fetch the head of the ledger',
  replies: { 200: { description: 'The head', schema: head, etag: true } },
});

export const listHeads = declareCall({
  ...common,
  path: '/api/ledger/heads',
  summary: 'All heads that were signed, newest first',
  failure: 'Failed to fetch the heads of the ledger',
  query: z.object(pageQuery(200)),
  replies: { 200: { description: 'Heads', schema: z.array(head), pages: true } },
});

export const readInclusion = declareCall({
  ...common,
  path: '/api/ledger/inclusion',
  summary: 'The proof that an event is in the ledger',
  description: 'Under the newest head, which is signed first if it does not hold the event.',
  failure: 'Failed to fetch the proof',
  query: z.object({ event: givenId.meta({ description: 'The id of the event.' }) }),
  replies: { 200: { description: 'The leaf, and the inclusion path of RFC 9162', schema: inclusion, etag: true } },
  refusals: ['not_found', 'rate_limited'],
});

export const readConsistency = declareCall({
  ...common,
  path: '/api/ledger/consistency',
  summary: 'The proof that one head is the beginning of a later one',
  failure: 'Failed to fetch the proof',
  query: z.object({ from: size, to: size }).refine(({ from, to }) => from <= to, { error: 'This is less than `from`.', path: ['to'] }),
  replies: {
    200: {
      description: 'The consistency path of RFC 9162; empty if both sizes are the same',
      schema: z.object({ path: inclusion.shape.path }),
      etag: true,
    },
  },
  refusals: ['not_found'],
});

export const readKeys = declareCall({
  method: 'GET',
  path: '/.well-known/vouch-keys.json',
  tag: 'Ledger',
  access: 'anyone',
  summary: 'The public keys by which heads and papers are signed',
  failure: 'Failed to fetch the keys',
  replies: { 200: { description: 'All keys, oldest first', schema: keyList, etag: true } },
});
