import { z } from 'zod';
import { sha256Hex } from './head.ts';

/** The proof that an event is in a ledger: its leaf, and the inclusion path of RFC 9162 under the head of this size. */
export const inclusion = z.object({
  leaf_index: z.number().int().min(0),
  size: z.number().int().min(1),
  path: z.array(sha256Hex).meta({ description: 'From the leaf upwards.' }),
});

/** An event of a ledger as it is stored. Sealed parts are as they are stored, too. */
export const provenEvent = z.object({
  event: z
    .looseObject({ id: z.string(), stream: z.string(), revision: z.number().int(), type: z.string() })
    .meta({ description: 'As it is hashed: SHA-256 of its canonical JSON (RFC 8785) without `metadata.hash` is `hash`.' }),
  hash: sha256Hex,
  previous_hash: sha256Hex.nullable().meta({ description: 'The hash of the event before it in its stream; null for the first one.' }),
  stream: z.string(),
  revision: z.number().int().min(0),
  leaf_index: z.number().int().min(0),
  proof: inclusion,
});
