import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER_PAGES, partnerLinks } from '../fuzz/partners.ts';
import { type Driven, drive, findSchemathesis, type Outcome, operationsOf } from '../fuzz/schemathesis.ts';
import { makeWorld, type World } from '../fuzz/world.ts';

const { VOUCH_FUZZ_EXAMPLES } = process.env;
/** Requests of each operation at random. `npm run fuzz` sends twenty times as many. */
const EXAMPLES = Number(VOUCH_FUZZ_EXAMPLES ?? 10);
/** Whether each bound and each left-out field of each operation is tried, too. That takes longer than the requests at random. */
const bounds = VOUCH_FUZZ_EXAMPLES !== undefined;
const MOST_MS = 240_000 + EXAMPLES * 20_000;

/** Its answer does not end. */
const ENDLESS = '/api/live';
const withoutEndless = ({ paths, ...rest }: Driven['document']): Driven['document'] => ({
  ...rest,
  paths: Object.fromEntries(Object.entries(paths).filter(([path]) => path !== ENDLESS)),
});

/** Calls with a body that a provider signs. A random body has no valid signature, so all of them are refused. */
const SIGNED = /^POST \/api\/webhooks\//;

const python = await findSchemathesis();

describe.skipIf(python === null)('every answer matches the OpenAPI document', () => {
  let world: World;
  let document: Driven['document'];
  const warnings: string[] = [];
  const heard = (warning: Error): void => void warnings.push(`${warning.name}: ${warning.message}`);
  beforeAll(async () => {
    process.on('warning', heard);
    world = await makeWorld();
    document = (await (await fetch(`${world.served.url}/api/openapi.json`)).json()) as Driven['document'];
  }, 300_000);
  afterAll(async () => {
    process.off('warning', heard);
    await world?.served.dispose();
  });

  const driven = (what: Omit<Driven, 'url'>): Promise<Outcome> => drive(python ?? '', { url: world.served.url, ...what });
  const answered = ({ counts }: Outcome, name: string): number => Object.values(counts[name] ?? {}).reduce((sum, some) => sum + some, 0);
  /** Calls that redirect the browser, whatever the input is. */
  const succeeded = ({ counts }: Outcome, name: string): boolean => Object.keys(counts[name] ?? {}).some((status) => Number(status) < 400);

  test(
    'to somebody who is signed in, by cookie or by token',
    async () => {
      const { cookie, own, files, likely } = world;
      const ending = withoutEndless(document);
      const outcome = await driven({ document: ending, cookie, own, files, likely, examples: EXAMPLES, bounds });
      expect(outcome.found).toBe('');
      const names = operationsOf(ending);
      expect(names.filter((name) => answered(outcome, name) === 0)).toEqual([]);
      const refused = names.filter((name) => !succeeded(outcome, name) && !SIGNED.test(name));
      expect(refused, 'Refusals alone show little: tests/fuzz/world.ts has to give these something to find.').toEqual([]);
    },
    MOST_MS,
  );

  test(
    'to a caller without a session',
    async () => {
      const outcome = await driven({ document, cookie: null, likely: [], examples: Math.ceil(EXAMPLES / 10), bounds: false });
      expect(outcome.found).toBe('');
      expect(operationsOf(document).filter((name) => answered(outcome, name) === 0)).toEqual([]);
    },
    MOST_MS,
  );

  test(
    'on the pages of a partner',
    async () => {
      const likely = await partnerLinks(world.served);
      const outcome = await driven({ document: PARTNER_PAGES, cookie: null, likely, examples: EXAMPLES, bounds: true });
      expect(outcome.found).toBe('');
      expect(operationsOf(PARTNER_PAGES).filter((name) => answered(outcome, name) === 0)).toEqual([]);
    },
    MOST_MS,
  );

  test('no error was logged, and no warning was given', () => {
    expect([world.served.errors, warnings]).toEqual([[], []]);
  });
});
