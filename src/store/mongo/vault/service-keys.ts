import { Binary, type Collection } from 'mongodb';
import type { StoredAiKey } from '../../../ports/ai-help.ts';
import type { Revocation, StoredTokens } from '../../../ports/tokens.ts';
import type { Wrapping } from '../../vault/master-key.ts';
import { revocationEntry, tokensEntry, type WrappedRevocation } from '../../vault/service-keys.ts';
import type { Run } from '../connect.ts';

export interface ProviderTokensRow {
  /** The owner and the platform as JSON. */
  readonly _id: string;
  readonly owner: string;
  readonly platform: string;
  readonly wrapped: Binary;
}

export interface RevocationRow {
  readonly _id: string;
  readonly wrapped: Binary;
  readonly expires_at: string;
}

export const providerTokensId = (owner: string, platform: string): string => JSON.stringify([owner, platform]);

export async function providerTokens(
  tokens: Collection<ProviderTokensRow>,
  revocations: Collection<RevocationRow>,
  wrap: Wrapping,
  run: Run,
) {
  await run(() => tokens.createIndexes([BY_OWNER]));
  await run(() => revocations.createIndexes([BY_EXPIRY]));
  return {
    get: (owner: string, platform: string): Promise<StoredTokens | null> =>
      run(async () => {
        const row = await tokens.findOne({ _id: providerTokensId(owner, platform) });
        return row && wrap.openTokens<StoredTokens>(tokensEntry(owner, platform), row.wrapped.buffer);
      }),
    put(owner: string, platform: string, stored: StoredTokens) {
      const wrapped = new Binary(wrap.tokens(tokensEntry(owner, platform), stored));
      return run(() => tokens.replaceOne({ _id: providerTokensId(owner, platform) }, { owner, platform, wrapped }, { upsert: true }));
    },
    end: (owner: string, platform: string) => run(() => tokens.deleteOne({ _id: providerTokensId(owner, platform) })),
    forget: (owner: string) => run(() => tokens.deleteMany({ owner })),
    putRevocation({ id, expires_at, ...rest }: Revocation) {
      const wrapped = new Binary(wrap.tokens(revocationEntry(id), rest satisfies WrappedRevocation));
      return run(() => revocations.replaceOne({ _id: id }, { wrapped, expires_at }, { upsert: true }));
    },
    revocations: (): Promise<readonly Revocation[]> =>
      run(async () =>
        // All of them have an instant, and naming it lets the index give their order.
        (await revocations.find({ expires_at: { $gt: '' } }, { sort: { expires_at: 1, _id: 1 } }).toArray()).flatMap(
          ({ _id: id, wrapped, expires_at }) => {
            const rest = wrap.openTokens<WrappedRevocation>(revocationEntry(id), wrapped.buffer);
            return rest === null ? [] : [{ id, ...rest, expires_at }];
          },
        ),
      ),
    endRevocation: (id: string) => run(() => revocations.deleteOne({ _id: id })),
    sweep: (now: string) => run(() => revocations.deleteMany({ expires_at: { $lte: now } })),
  };
}

const BY_OWNER = { name: 'by_owner', key: { owner: 1 } } as const;
const BY_EXPIRY = { name: 'by_expiry', key: { expires_at: 1, _id: 1 } } as const;

export interface AiKeyRow {
  /** The owner. */
  readonly _id: string;
  readonly wrapped: Binary;
}

/** Owners' own keys of AI services, each encrypted with the master key. */
export const aiKeys = (collection: Collection<AiKeyRow>, wrap: Wrapping, run: Run) => ({
  get: (owner: string): Promise<StoredAiKey | null> =>
    run(async () => {
      const row = await collection.findOne({ _id: owner });
      return row && wrap.openAiKey(owner, row.wrapped.buffer);
    }),
  put: (owner: string, stored: StoredAiKey) =>
    run(() => collection.replaceOne({ _id: owner }, { wrapped: new Binary(wrap.aiKey(owner, stored)) }, { upsert: true })),
  remove: (owner: string) => run(() => collection.deleteOne({ _id: owner })),
});
