import { z } from 'zod';
import { sentence } from '../../contracts/words/isolated.ts';
import { type Described, defineEvent, defineStream, type EventOf, id, instant, SEALED_EXAMPLE, sealed } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const TOKEN = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
// No webhook carries these events: nobody else needs to know about the secrets of an account.
const common = { since: '0.1.0', history: 'account', webhook: false } as const;

const tokenTexts = z.strictObject({ name: z.string().describe('What the owner calls it.') });
export type TokenTexts = Described<typeof tokenTexts>;

export const PersonalTokenCreated = defineEvent({
  ...common,
  type: 'PersonalTokenCreated',
  startsStream: true,
  publicName: 'token.created',
  label: 'Personal token created',
  meaning: 'The owner made a token with which a program can act for them. The token itself is in no event.',
  data: z.strictObject({
    token_id: id.describe('The token.'),
    scopes: z.array(z.string()).describe('What it allows.'),
    expires_at: instant.nullable().describe('When it ends; null: it stays until it is deleted.'),
  }),
  private: tokenTexts,
  example: {
    data: { token_id: TOKEN, scopes: ['tasks:read', 'reports:read'], expires_at: '2027-01-31T12:00:00.000Z' },
    private: { name: 'Status bar' },
  },
  detail: ({ data, after }) => `${named(after.name)}It allows ${data.scopes.join(', ')}.`,
  changes: ({ scopes, expires_at }, { private: texts }) => ({
    after: { scopes: [...scopes], expires_at },
    ...(texts !== null && { sealedAfter: { name: texts } }),
  }),
});

export const PersonalTokenDeleted = defineEvent({
  ...common,
  type: 'PersonalTokenDeleted',
  publicName: 'token.deleted',
  label: 'Personal token deleted',
  meaning: 'The owner deleted a token: whoever has it can do nothing with it any more.',
  data: z.strictObject({
    token_id: id.describe('The token.'),
    name: sealed<TokenTexts>().nullable().describe('What the owner called it.'),
  }),
  example: { data: { token_id: TOKEN, name: SEALED_EXAMPLE } },
  detail: ({ before }) => named(before.name).trim() || null,
  changes: ({ name }) => ({ sealedBefore: { name } }),
});

const named = (name: unknown): string => (typeof name === 'string' ? sentence`‘${name}’. ` : '');

export const TOKEN_EVENTS = [PersonalTokenCreated, PersonalTokenDeleted] as const;
export type TokenEvent = EventOf<(typeof TOKEN_EVENTS)[number]>;
export type RecordedTokenEvent = RecordedOf<TokenEvent>;
export const tokenStream = defineStream('tokens');
