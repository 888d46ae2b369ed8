import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Appended, EventStore } from '../../../src/domain/kernel/event-store.ts';
import { WrongExpectedRevision } from '../../../src/domain/kernel/event-store.ts';
import type { Addresses } from '../../../src/http/kernel/limits.ts';
import { createAddresses } from '../../../src/http/kernel/limits.ts';
import { answerAtOnce } from '../../../src/http/kernel/remembering/answer-at-once.ts';
import { KnownSessions } from '../../../src/http/kernel/remembering/known-sessions.ts';
import { OwnerChanges } from '../../../src/http/kernel/remembering/owner-changes.ts';
import type { RememberedAnswers, SentAnswer } from '../../../src/http/kernel/remembering/remembered-answers.ts';
import type { Secrets } from '../../../src/ports/secrets.ts';

const position = (number: number): string => String(number).padStart(20, '0');

/** A store whose appends end when the test says so, and changes that it tells. */
function changing() {
  let included = position(0);
  const ended: string[] = [];
  const changes = new OwnerChanges(
    (wanted) => included >= wanted,
    ({ since }) => void ended.push(since),
  );
  let appending = Promise.withResolvers<Appended>();
  const store = changes.noting({ append: () => appending.promise } as unknown as EventStore);
  return {
    changes,
    include: (number: number) => {
      included = position(number);
    },
    begin: (owner: string | null) => {
      const own = Promise.withResolvers<Appended>();
      appending = own;
      const appended = store.append('task-1', 'no_stream', [{ metadata: { owner } } as never]);
      return {
        end: async (at: number) => {
          own.resolve({ position: position(at) } as Appended);
          await appended;
        },
        fail: async (error: Error) => {
          own.reject(error);
          await expect(appended).rejects.toBe(error);
        },
      };
    },
  };
}

describe('the time without a change of an owner', () => {
  it('ends before an append begins, and begins again when the read models include it', async () => {
    const { changes, begin, include } = changing();
    const [ada, bob] = [changes.of('ada'), changes.of('bob')];
    const append = begin('ada');
    expect([ada?.isOver, bob?.isOver, changes.of('ada')]).toEqual([true, false, null]);
    await append.end(7);
    expect(changes.of('ada'), 'the read models do not include it').toBeNull();
    expect(changes.of('bob')).toBe(bob);
    include(7);
    expect(changes.of('ada')).toMatchObject({ since: position(7), isOver: false });
  });

  it('lasts until no append of the owner is running', async () => {
    const { changes, begin } = changing();
    const [first, second] = [begin('ada'), begin('ada')];
    await first.fail(new WrongExpectedRevision('task-1'));
    expect(changes.of('ada')).toBeNull();
    await second.fail(new WrongExpectedRevision('task-1'));
    expect(changes.of('ada')).toMatchObject({ isOver: false });
  });

  it.each([null, 'partner:4'])('ends for everybody with an event of %s', async (owner) => {
    const { changes, begin, include } = changing();
    const ada = changes.of('ada');
    const append = begin(owner);
    expect([ada?.isOver, changes.of('ada')]).toEqual([true, null]);
    await append.end(3);
    include(3);
    expect(changes.of('ada')).toMatchObject({ isOver: false });
  });

  it('does not begin after an append of which nobody knows whether it was written, until the next change', async () => {
    const { changes, begin, include } = changing();
    await begin('ada').fail(new Error('The disk does not answer.'));
    include(1_000);
    expect(changes.of('ada')).toBeNull();
    await begin('ada').end(9);
    expect(changes.of('ada')).toMatchObject({ isOver: false });
  });
});

describe('a known session', () => {
  const NOW = '2026-11-20T16:00:00.000Z';
  const session = { id: 's', user_id: 'ada', created_at: NOW, expires_at: '2026-12-20T16:00:00.000Z' };

  function watched() {
    const ending = Promise.withResolvers<void>();
    const sessions = new KnownSessions();
    const secrets = { sessions: { endSession: () => ending.promise }, secretsUpkeep: {}, keys: {} } as unknown as Secrets;
    return { sessions, ending, secrets: sessions.watching(secrets, () => undefined) };
  }

  it('is not learnt from a request that read it before it was ended', async () => {
    const { sessions, secrets, ending } = watched();
    const before = sessions.changes;
    const ended = secrets.sessions.endSession('s');
    sessions.learn('cookie', session, before);
    expect(sessions.of('cookie', NOW)).toBeNull();
    // A request in the middle of the ending may still find the session.
    sessions.learn('cookie', session, sessions.changes);
    ending.resolve();
    await ended;
    expect(sessions.of('cookie', NOW)).toBeNull();
  });

  it('is not used from the instant on at which its next use renews it', () => {
    const { sessions } = watched();
    sessions.learn('cookie', session, sessions.changes);
    expect(sessions.of('cookie', '2026-11-21T15:59:59.999Z')).toEqual(session);
    expect(sessions.of('cookie', '2026-11-21T16:00:00.000Z')).toBeNull();
  });
});

class FakeResponse extends EventEmitter {
  sent: number | null = null;
  writeHead(status: number): void {
    this.sent = status;
  }
  end(): void {}
}

describe('an answer from memory', () => {
  const FOUND: SentAnswer = { status: 200, headers: [], bytes: null, route: '/api/tasks' };

  function answering(addresses: Pick<Addresses, 'count'>, found: () => SentAnswer | null) {
    const anew: string[] = [];
    const remembered = { find: found, used: () => undefined } as unknown as RememberedAnswers;
    const options = { remembered, addresses: addresses as Addresses, newId: () => 'id', answered: () => undefined };
    const response = new FakeResponse();
    const listener = answerAtOnce(options, () => void anew.push('anew'));
    listener({} as IncomingMessage, response as unknown as ServerResponse);
    return { anew, response };
  }

  it('is not sent to whoever sends too many requests', async () => {
    const { anew, response } = answering({ count: () => Promise.reject(new Error('Too many')) }, () => FOUND);
    await new Promise(setImmediate);
    expect([anew, response.sent]).toEqual([['anew'], null]);
  });

  it('is not sent if something has changed while its request was counted', async () => {
    const counting = Promise.withResolvers<void>();
    let found: SentAnswer | null = FOUND;
    const { anew, response } = answering({ count: () => counting.promise }, () => found);
    found = null;
    counting.resolve();
    await new Promise(setImmediate);
    expect([anew, response.sent]).toEqual([['anew'], null]);
  });

  it('counts its request once, also if the request is then answered anew', async () => {
    const addresses = createAddresses({ loopbackIsFree: false, believesProxies: false });
    const request = { socket: { remoteAddress: '203.0.113.7' }, headers: {} } as unknown as IncomingMessage;
    const response = new EventEmitter() as ServerResponse;
    const MOST = 100;
    for (let again = 0; again <= MOST; again += 1) await addresses.count(request, response);
    const others = Array.from({ length: MOST - 1 }, () => addresses.count({ ...request } as IncomingMessage, response));
    await Promise.all(others);
    await expect(addresses.count({ ...request } as IncomingMessage, response)).rejects.toMatchObject({ status: 429 });
  });
});
