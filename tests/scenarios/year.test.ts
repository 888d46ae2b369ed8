import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestedDeliveries } from '../../src/app/delivery/requests.ts';
import { endOf, type Stretch } from '../../src/cli/simulate/actions.ts';
import { population, ZONES } from '../../src/cli/simulate/population.ts';
import { numbers } from '../projections/support/random-world.ts';
import { oneByChance } from '../support/by-chance.mjs';
import { expectedOf, runYear, type YearRun } from '../support/year-run.ts';
import { beyond, differences, foundIn, outcomesIn, type YearLog } from '../support/year-story.ts';

/** One zone of each kind. What is done in other zones of the same kind differs by nothing but the offset. */
const KINDS = [
  'Europe/Berlin',
  // The western end of the date line, and the eastern one.
  'America/Los_Angeles',
  'Pacific/Apia',
  // The clocks change by half an hour, at midnight, in the southern spring, and for Ramadan.
  'Australia/Lord_Howe',
  'America/Havana',
  'Pacific/Auckland',
  'Africa/Casablanca',
  // Quarters and halves of an hour, without a change of the clocks and with one.
  'Asia/Kathmandu',
  'America/St_Johns',
];

/** Each run takes the zones that follow one another from a place at random, so that in time all kinds are lived in. */
const ZONES_OF_A_RUN = 2;
const place = Math.floor(Math.random() * KINDS.length);
const zonesOfThisRun = [...KINDS, ...KINDS].slice(place, place + ZONES_OF_A_RUN);

/** `VOUCH_YEAR_ACCOUNTS=1000 npx vitest run tests/scenarios/year.test.ts` is the whole of it. Otherwise there is one account in each zone of this run. */
const WHOLE = process.env.VOUCH_YEAR_ACCOUNTS !== undefined;
const ACCOUNTS = Number(process.env.VOUCH_YEAR_ACCOUNTS ?? ZONES_OF_A_RUN);
/** In each half of the year the clocks change once. A run lives one of them, chosen by chance, and the whole year when nothing is left out. */
const HALVES = ['2026-01-19T12:00:00.000Z', '2026-07-20T12:00:00.000Z'] as const;
const halves = WHOLE ? HALVES : oneByChance(HALVES);
const DAYS = Number(process.env.VOUCH_YEAR_DAYS ?? (halves.length === 1 ? 182 : 365));
/** Normally the run that is interrupted is compared with the first days; with VOUCH_YEAR_ACCOUNTS with all of the year. */
const COMPARED_DAYS = WHOLE ? DAYS : Math.min(30, DAYS);
const RESTARTS = 20;
const PATIENCE = 120_000 + ACCOUNTS * DAYS * 100;
const STRETCH: Stretch = { from: halves[0] as string, days: DAYS, seed: 1 };

const personas = population(ACCOUNTS, STRETCH.seed, WHOLE ? ZONES : zonesOfThisRun);

describe(`${DAYS} days from ${STRETCH.from.slice(0, 10)}`, () => {
  let steady: YearRun;
  beforeAll(async () => {
    steady = await runYear(personas, STRETCH);
  }, PATIENCE);
  afterAll(() => steady.dispose());

  test(
    'every occurrence, reminder, escalation, report and assessment happens exactly once, as computed independently',
    async () => {
      expect(steady.errors).toEqual([]);
      const { opened, owners, actions } = steady;
      const found = await foundIn(opened.app.store);
      const own = Map.groupBy(actions, ({ who }) => who);
      const wrong = personas.flatMap((persona) => {
        const life = { persona, actions: own.get(persona.number) ?? [], from: STRETCH.from, until: endOf(STRETCH) };
        return unlike(`${persona.number} in ${persona.zone}`, expectedOf(life), found.get(owners[persona.number] as string) ?? []);
      });
      expect(wrong).toEqual([]);
      await expectEachDeliveredOnce(steady, found);
    },
    PATIENCE,
  );

  test(
    'replaying the whole log sends nothing',
    async () => {
      const { app, runner, move } = steady.opened;
      const [head, gone] = [await app.store.head(), steady.outbox.sent.length];
      await runner.rebuild();
      await app.waitForReadModels(head);
      await move((now) => now);
      expect(steady.outbox.sent.length).toBe(gone);
      expect(await app.store.head()).toBe(head);
    },
    PATIENCE,
  );

  test(
    `interrupted at ${RESTARTS} points during its work and started again, it gives the same events`,
    async () => {
      const until = endOf({ ...STRETCH, days: COMPARED_DAYS });
      const pick = numbers(20_260_119);
      const part = Math.floor((steady.appends.filter((at) => at <= until).length * 0.97) / RESTARTS);
      const cuts = Array.from({ length: RESTARTS }, (_, index) => index * part + pick(part));
      const lived = await runYear(personas, STRETCH, { cuts, until });
      try {
        expect(lived.restarts).toBe(RESTARTS);
        expect(lived.errors).toEqual([]);
        expect(await differences({ ...logOf(steady), until }, logOf(lived))).toEqual([]);
      } finally {
        await lived.dispose();
      }
    },
    PATIENCE,
  );
});

const SHOWN = 4;
const same = (line: string): string => line;

/** What is missing for an owner, and what is there in addition or too often; a few of each. */
function unlike(who: string, expected: readonly string[], found: readonly string[]): readonly string[] {
  const [missing, further] = [beyond(expected, found, same).slice(0, SHOWN), beyond(found, expected, same).slice(0, SHOWN)];
  return [...missing.map((line) => `${who} lacks ${line}`), ...further.map((line) => `${who} has ${line}`)];
}

const logOf = ({ opened, owners }: YearRun): YearLog => ({ store: opened.app.store, owners });

/** Each outcome that needs a message is named by exactly one delivery, and each delivery went out exactly once. */
async function expectEachDeliveredOnce({ opened, outbox, owners }: YearRun, found: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const delivered = new Map<string, string[]>();
  const deliveries = await requestedDeliveries(opened.app.store);
  for (const { user_id, about = [], kind, partner, channel } of deliveries.values()) {
    const calls = kind === 'partner_escalation' && channel === 'mail' ? (partner?.dates ?? []).map((date) => `escalation ${date}`) : [];
    delivered.set(user_id, [...(delivered.get(user_id) ?? []), ...about.map((one) => `${one.kind} ${one.date}`), ...calls]);
  }
  for (const owner of owners) {
    const due = (found.get(owner) ?? [])
      .filter((line) => / (sent|escalated)$/.test(line))
      .map((line) => line.split(' ').slice(0, 2).join(' '));
    expect(delivered.get(owner)?.toSorted()).toEqual(due.sort());
  }
  const ids = outbox.sent.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const outcomes = await outcomesIn(opened.app.store);
  expect([...outcomes.keys()].sort()).toEqual([...deliveries.keys()].sort());
  expect(ids.toSorted()).toEqual([...outcomes].flatMap(([id, types]) => (types.join() === 'DeliverySent' ? [id] : [])).sort());
  // a delivery is cancelled when the partner unsubscribes, or when nothing is left to say
  for (const [id, types] of outcomes)
    if (types.join() !== 'DeliverySent')
      expect([types.join(), deliveries.get(id)?.kind]).toEqual(['DeliveryCancelled', expect.stringMatching(/^partner_/)]);
}
