import { z } from 'zod';
import { defineEvent, defineStream, type EventOf } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const platform = z.enum(['google', 'github']).describe('The provider.');
export type Platform = z.output<typeof platform>;

const NAMES: Readonly<Record<string, string>> = { google: 'Google', github: 'GitHub' };
export const platformName = (name: string): string => NAMES[name] ?? name;

const common = { since: '0.1.0', history: 'account' } as const;

export const ConnectionMade = defineEvent({
  ...common,
  type: 'ConnectionMade',
  startsStream: true,
  publicName: 'connection.made',
  label: 'Connected',
  meaning: 'The owner allowed the program to act at a provider. Made again, it replaces what was there.',
  data: z.strictObject({ platform, scopes: z.array(z.string()).describe('What the provider allowed, in its own names.') }),
  private: z.strictObject({ user_id_on_platform: z.string().describe('The owner’s id at the provider.') }),
  example: {
    data: { platform: 'google', scopes: ['openid', 'email', 'https://www.googleapis.com/auth/gmail.send'] },
    private: { user_id_on_platform: '110169484474386276334' },
  },
  detail: ({ data }) => `${platformName(data.platform)}.`,
  changes: ({ platform, scopes }, { private: texts }) => ({
    after: { platform, scopes, connected: true },
    ...(texts !== null && { sealedAfter: { user_id_on_platform: texts } }),
  }),
});

export const ConnectionRemoved = defineEvent({
  ...common,
  type: 'ConnectionRemoved',
  publicName: 'connection.removed',
  label: 'Disconnected',
  meaning: 'The owner ended a connection: what the provider allowed is revoked there, and forgotten here.',
  data: z.strictObject({ platform }),
  example: { data: { platform: 'github' } },
  detail: ({ data }) => `${platformName(data.platform)}.`,
  changes: ({ platform }) => ({ before: { platform, connected: true }, after: { connected: false } }),
});

export const ConnectionEnded = defineEvent({
  ...common,
  type: 'ConnectionEnded',
  publicName: 'connection.ended',
  label: 'Connection ended by the provider',
  meaning: 'The provider no longer accepts what it had allowed. The owner can connect it again.',
  data: z.strictObject({
    platform,
    reason: z.enum(['revoked', 'expired']).describe('It was revoked there, or it expired and could not be renewed.'),
  }),
  example: { data: { platform: 'google', reason: 'revoked' } },
  detail: ({ data }) => `${platformName(data.platform)}.`,
  changes: ({ platform }) => ({ before: { platform, connected: true }, after: { connected: false } }),
});

export const CONNECTION_EVENTS = [ConnectionMade, ConnectionRemoved, ConnectionEnded] as const;
export type ConnectionEvent = EventOf<(typeof CONNECTION_EVENTS)[number]>;
export type RecordedConnectionEvent = RecordedOf<ConnectionEvent>;

/** The id contains the owner and the platform. */
export const connectionStreams = defineStream('connection');
export const connectionStream = (owner: string, platform: Platform): string => connectionStreams(`${owner}-${platform}`);
