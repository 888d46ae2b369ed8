import { partnerToken } from '../../src/app/partner/partner-messages.ts';
import { judgeProof } from '../../src/app/proof/verdicts.ts';
import { advanceTask } from '../../src/app/task/tasks.ts';
import type { Verification } from '../../src/contracts/proof.ts';
import { type DeliveryKind, type DeliveryRequested, deliveryStream } from '../../src/domain/delivery/events.ts';
import { type RecordedOf, START } from '../../src/domain/kernel/event.ts';
import { type Client, member } from './client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts';

export const SOREN = { name: 'Søren Ødegård', email: 'soren@example.org' };

interface Asked {
  readonly kind: DeliveryKind;
  readonly channel: DeliveryRequested['data']['channel'];
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

/** A server with a member who has tasks that ask for proof. */
export interface ProofServer extends PartnerServer {
  /** Names a partner, who accepts. Gives their id. */
  partner(): Promise<string>;
  /** Makes a task that asks for proof, due within an hour. Gives its id. */
  make(fields?: object): Promise<string>;
  /** Moves the clock and applies the elapsed time to a task. */
  later(id: string, duration: string): Promise<void>;
  show(id: string): Promise<Verification>;
  give(id: string, data?: object, headers?: Readonly<Record<string, string>>): ReturnType<PartnerServer['ada']['post']>;
  /** The partner's verdict on the newest proof. */
  judge(partnerId: string, id: string, verdict: 'accepted' | 'rejected', comment?: string): Promise<void>;
  by(partnerId: string): { readonly owner: string; readonly partnerId: string; readonly correlationId: string };
}

/** It is Friday 20 November 2026, 17:00 in Berlin. */
export async function startProofServer(options: TestServerOptions = {}): Promise<ProofServer> {
  const server = await startPartnerServer(options);
  const { ada, app } = server;
  const owner: string = (await ada.get('/api/auth/me')).body.user.id;
  const by: ProofServer['by'] = (partnerId) => ({ owner, partnerId, correlationId: 'c' });
  const show: ProofServer['show'] = async (id) => (await ada.get(`/api/verifications/${id}`)).body;
  const due = { title: 'Ship it', due_date: '2026-11-20', due_time: '18:00', verification_type: 'general' };
  return {
    ...server,
    by,
    show,
    make: async (fields = {}) => (await ada.post('/api/tasks', { ...due, ...fields })).body.id,
    give: (id, data = { text: 'Look, it is done.' }, headers = {}) =>
      ada.post(`/api/verifications/${id}/proof`, { proofData: data }, headers),
    async partner() {
      const { id } = (await ada.post('/api/partners', SOREN)).body;
      await server.accept();
      return id;
    },
    async later(id, duration) {
      server.stores.clock.advance(duration);
      const { position } = await advanceTask(app, { owner, id });
      if (position) await app.waitForReadModels(position);
    },
    async judge(partnerId, id, verdict, comment = '') {
      const submission = (await show(id)).submissions.at(-1)?.id ?? '';
      const { position } = await judgeProof(app, by(partnerId), id, { submission, verdict, comment });
      if (position) await app.waitForReadModels(position);
    },
  };
}
