import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { requestedDeliveries } from '../../app/delivery/requests.ts';
import { DAY, later, toEpoch } from '../../domain/calendar/dates.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { required } from '../../domain/kernel/records.ts';
import type { CliPorts, Opened } from '../ports.ts';
import { endOf, planActions, type Stretch } from './actions.ts';
import { runActions, signUpEverybody, zoneAt } from './live.ts';
import { type ClassifiedMessage, type FileOutbox, fileOutbox, listed, summary } from './outbox.ts';
import { type Persona, population, ZONES } from './population.ts';

export interface SimulateOptions {
  readonly accounts: number;
  readonly days: number;
  readonly from?: string;
  readonly seed: number;
  readonly zones?: readonly string[];
  readonly folder?: string;
  readonly list?: boolean;
}

const MESSAGES = 'messages.ndjson';

/** Simulates a population over a period of virtual time with the real program, and prints what would be sent and when. */
export async function simulate(ports: CliPorts, options: SimulateOptions): Promise<number> {
  const { accounts, days, seed, zones = ZONES } = options;
  if (accounts === 0 || days === 0) return refuse(ports, 'Give at least one account and one day.');
  const folder = resolve(options.folder ?? mkdtempSync(join(tmpdir(), 'vouch-simulate-')));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) return refuse(ports, `${folder} holds something already. Give a new or an empty folder.`);
  const stretch: Stretch = { from: `${options.from ?? localDate(ports.now(), 'UTC')}T12:00:00.000Z`, days, seed };
  const personas = population(accounts, seed, zones);
  const outbox = fileOutbox(join(folder, MESSAGES));
  const { mailer, whatsapp } = outbox;
  const opened = await ports.open({ at: stretch.from, mailer, whatsapp, folder });
  try {
    const messages = await runThrough(ports, opened, outbox, personas, stretch);
    if (options.list) for (const one of messages) ports.print(listed(one));
    ports.print(`${accounts} people, ${days} days from ${stretch.from}: ${messages.length} messages would be sent.`);
    for (const line of summary(messages)) ports.print(line);
    ports.print(`Their texts are in ${join(folder, MESSAGES)}; VOUCH_DATA=${folder} npm start opens what they did.`);
    return 0;
  } finally {
    await opened.close();
    outbox.close();
  }
}

function refuse({ print }: CliPorts, sentence: string): number {
  print(sentence);
  return 1;
}

async function runThrough(
  { progress }: CliPorts,
  opened: Opened,
  outbox: FileOutbox,
  personas: readonly Persona[],
  stretch: Stretch,
): Promise<readonly ClassifiedMessage[]> {
  const actions = planActions(personas, stretch);
  const end = endOf(stretch);
  const show = (at: string): void => {
    const share = (toEpoch(at) - toEpoch(stretch.from)) / (stretch.days * DAY);
    progress.show(share, `${at.slice(0, 10)}  ${outbox.sent.length} messages`);
  };
  progress.show(0, `${personas.length} people sign up`);
  const world = { opened, reach: async (instant: string) => void (await opened.move((now) => later(now, instant))) };
  const owners = await signUpEverybody(world, personas, outbox);
  await runActions(world, owners, actions, show);
  await world.reach(end);
  show(end);
  progress.done();
  const kinds = await requestedDeliveries(opened.app.store);
  const moves = actions.filter(({ does }) => does === 'move');
  const byOwner = new Map(owners.map((owner, number) => [owner, required(personas[number], 'person with this account')]));
  return outbox.sent.map((mail) => {
    const { kind = 'unknown', user_id = '' } = kinds.get(mail.id) ?? {};
    const persona = byOwner.get(user_id);
    return { ...mail, kind, zone: persona ? zoneAt(persona, moves, mail.at) : 'UTC' };
  });
}
