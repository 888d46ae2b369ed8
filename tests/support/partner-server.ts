import { partnerToken } from '../../src/app/partner/partner-links.ts';
import type { DeliveryKind } from '../../src/domain/delivery/event-data.ts';
import type { DeliveryRequested } from '../../src/domain/delivery/events.ts';
import { deliveryStream } from '../../src/domain/delivery/events.ts';
import { type RecordedOf, START } from '../../src/domain/kernel/event.ts';
import { type Client, member } from './client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

export const SOREN = { name: 'Søren Ødegård', email: 'soren@example.org' };

interface Asked {
  readonly kind: DeliveryKind;
  readonly channel: 'mail' | 'whatsapp';
  /** Tokens of its links. */
  readonly page: string;
  readonly stop: string;
}

/** A server with a member, and the messages that were requested for partners. */
export interface PartnerServer extends TestServer {
  readonly ada: Client;
  /** Oldest first. */
  messages(): Promise<readonly Asked[]>;
  /** Such as `invitation mail`. */
  kinds(): Promise<readonly string[]>;
  /** The token in the newest message. */
  page(): Promise<string>;
  accept(): Promise<void>;
  typesIn(id: string): Promise<readonly string[]>;
}

export async function startPartnerServer(options: TestServerOptions = {}): Promise<PartnerServer> {
  const server = await startTestServer(options);
  const { app } = server;
  const ada = await member(server);
  const messages = async () => {
    const events = await app.store.readAll(START, 10_000);
    const asked = events.filter(({ type }) => type === 'DeliveryRequested') as RecordedOf<DeliveryRequested>[];
    return asked
      .filter(({ data }) => data.partner)
      .map(({ stream, data: { kind, channel } }) => {
        const id = deliveryStream.requireId(stream);
        return { kind, channel, page: partnerToken(app.hashes, 'page', id), stop: partnerToken(app.hashes, 'stop', id) };
      });
  };
  const page = async () => (await messages()).at(-1)?.page ?? '';
  return {
    ...server,
    ada,
    messages,
    kinds: async () => (await messages()).map(({ kind, channel }) => `${kind.replace('partner_', '')} ${channel}`),
    page,
    accept: async () => void (await ada.post(`/partner/${await page()}/accept`)),
    typesIn: async (id) => (await app.store.readStream(`partner-${id}`)).map(({ type }) => type),
  };
}
