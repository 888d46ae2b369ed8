import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { identifiedDisclosure, namelessDisclosure } from '../../src/analysis/disclosure.ts';
import { nameless } from '../../src/analysis/nameless.ts';
import { accountOf, Pseudonyms } from '../../src/analysis/pseudonyms.ts';
import type { AnyEventDefinition } from '../../src/domain/kernel/define-event.ts';
import type { Json, JsonObject, Recorded } from '../../src/domain/kernel/event.ts';
import type { Opener } from '../../src/ports/secrets.ts';
import { EVENTS } from '../../src/wiring/features.ts';

const ANN = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const TASK = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b02';
const HASH = 'ab'.repeat(32);
const SEALED = `v1.${TASK}.c2VhbGVk`;
const hashes = { keyed: (purpose: string, value: string) => Buffer.from(`${purpose}${value}`).toString('hex').padEnd(64, '0').slice(-64) };
const opener = { open: async () => ({ title: 'Water the ferns' }) } as unknown as Opener;

const event = (definition: AnyEventDefinition, data: JsonObject, owner: string | null = ANN): Recorded =>
  ({
    id: TASK,
    stream: `task-${TASK}`,
    revision: 0,
    position: '1',
    type: definition.type,
    data,
    private: null,
    metadata: { owner, at: '2026-11-27T09:12:00.000Z', recorded_at: '2026-11-27T09:12:00.000Z' },
  }) as unknown as Recorded;

const definitionOf = (type: string): AnyEventDefinition => EVENTS.get(type) as AnyEventDefinition;
const parts = { catalogue: EVENTS, hashes, opener };

describe('the nameless form of an object', () => {
  const shown = (object: JsonObject) => {
    const pseudonyms = new Pseudonyms(hashes);
    pseudonyms.of(ANN);
    return nameless(object, pseudonyms);
  };

  test('keeps ids, instants, dates, numbers and the words of the program', () => {
    const object = {
      task_id: TASK,
      at: '2026-11-27T09:12:00.000Z',
      due_date: '2026-11-27',
      zone: 'Europe/Berlin',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,TH',
      status: 'in_progress',
      minutes: 25,
      late: false,
      texts: {},
      place: 'k0a7',
      key: `${TASK} 2026-11-27T09:12:00.000Z`,
      routine: `${TASK} 12`,
      none: null,
    };
    expect(shown(object)).toEqual(object);
  });

  test('leaves out sealed texts, sentences, addresses, numbers of phones, keyed hashes and ids that other services gave', () => {
    expect(
      shown({
        title: SEALED,
        reason: '550 5.1.1 User unknown',
        said: 'No such mailbox bo@example.org',
        to: 'bo@example.org',
        number: '+4917012345678',
        key: HASH,
        content: `c-${HASH}`,
        customer_id: 'cus_123',
        list: [SEALED, TASK, 'bo@example.org', { address_key: HASH, kept: 1 }],
      }),
    ).toEqual({ list: [TASK, { kept: 1 }] });
  });

  test('has a pseudonym in place of the id of an account, also inside of composed texts and in names', () => {
    const person = new Pseudonyms(hashes).of(ANN);
    expect(person).toMatch(/^person_[0-9a-f]{16}$/);
    expect(shown({ user_id: ANN, key: `${ANN} 2026-11-27`, by: { [ANN]: [ANN] } })).toEqual({
      user_id: person,
      key: `${person} 2026-11-27`,
      by: { [person]: [person] },
    });
  });

  test('has it wherever an id can be found in a text', () => {
    const pseudonyms = new Pseudonyms(hashes);
    const person = pseudonyms.of(ANN);
    const pieces = fc.constantFrom(ANN, TASK, 'task', 'time_box', '-', ' ', 'a', ANN.slice(0, 9), ANN.slice(9));
    const texts = fc.array(pieces, { maxLength: 5 }).map((each) => each.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        expect(pseudonyms.within(text)).toBe(text.replaceAll(ANN, person));
      }),
      { numRuns: 500 },
    );
  });

  /** Something of whatever is not to be shown. */
  const secrets = fc.oneof(
    fc.constantFrom(SEALED, HASH, `c-${HASH}`, ANN, `${ANN} 2026-11-27`, `leaving ${ANN}`, 'bo@example.org', '<1@mail.example>'),
    fc.lorem({ mode: 'sentences', maxCount: 1 }).filter((text) => text.includes(' ')),
  );
  const values = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      secrets,
      fc.integer(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', ANN, HASH), tie('value'), { maxKeys: 4 }),
    ),
  })).value;

  test('contains no text, address, hash or account id, wherever it stood', () =>
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(shown({ value }));
        for (const secret of [SEALED, HASH, ANN, '@', ' '])
          expect(text.replaceAll(/person_\w+ 2026|leaving person/g, '')).not.toContain(secret);
      }),
    ));
});

describe('a disclosed event', () => {
  test.each([...EVENTS.values()].map((definition) => [definition.type as string, definition] as const))(
    '%s: its example shows nobody and has its public name',
    async (_, definition) => {
      const shown = await namelessDisclosure(parts).event(event(definition, definition.example.data));
      expect(Object.keys(shown)).toEqual(['id', 'type', 'at', 'recorded_at', 'person', 'stream', 'data']);
      expect(JSON.stringify(shown)).not.toMatch(/v1\.|@|[0-9a-f]{64}/);
      expect(shown.type).toMatch(/^[a-z_]+\.[a-z_]+$/);
    },
  );

  test('carries the pseudonym of the account in whose ledger it is, which also stands in its stream', async () => {
    const disclosure = namelessDisclosure(parts);
    const registered = { ...event(definitionOf('AccountRegistered'), { timezone: 'Europe/Berlin' }), stream: `account-${ANN}` };
    const { person, stream } = await disclosure.event(registered);
    expect(stream).toBe(`account-${person}`);
  });

  test('keeps streams apart whose names are keyed hashes', async () => {
    const disclosure = namelessDisclosure(parts);
    const reserved = event(definitionOf('AddressReserved'), { user_id: ANN });
    const one = await disclosure.event({ ...reserved, stream: `address-${HASH}` });
    const other = await disclosure.event({ ...reserved, stream: `address-${'cd'.repeat(32)}` });
    expect(one.stream).not.toContain(HASH.slice(0, 16));
    expect(one.stream).not.toBe(other.stream);
  });

  test('is of the account that it names if a partner’s key sealed it, and of nobody if it names none', () => {
    const invited = definitionOf('PartnerInvited');
    expect(accountOf(event(invited, { user_id: ANN }, `partner:${TASK}`))).toBe(ANN);
    expect(accountOf(event(invited, { user_id: ANN }, null))).toBe(ANN);
    expect(accountOf(event(invited, {}, null))).toBeNull();
  });

  test('has its texts and the id of the account in the identified form', async () => {
    const edited = { ...event(definitionOf('TaskEdited'), { was_texts: { title: SEALED }, other: SEALED }), private: SEALED } as Recorded;
    expect(await identifiedDisclosure(parts).event(edited)).toMatchObject({
      person: ANN,
      data: { was_texts: { title: 'Water the ferns' }, other: { title: 'Water the ferns' }, private: { title: 'Water the ferns' } },
    });
  });

  test('has null in place of a text whose key was destroyed', async () => {
    const gone = { ...parts, opener: { open: async () => null } as unknown as Opener };
    const edited = { ...event(definitionOf('TaskEdited'), { was_texts: { title: SEALED } }), private: SEALED } as Recorded;
    expect((await identifiedDisclosure(gone).event(edited)).data).toEqual({ was_texts: { title: null }, private: null });
  });
});
