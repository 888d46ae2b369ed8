import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics } from 'prom-client';
import type { Config } from '../../config.ts';
import { createOperations } from '../../http/operations/operations.ts';
import type { Log } from '../../jobs/log.ts';
import { listen, stopServing } from '../http-server.ts';
import { percentBuilt } from '../readiness.ts';
import { createMeters, type Meters } from './meters.ts';
import { buildingFaults, type Fault, faultsOf, look, type Watched } from './watched.ts';

/** What an operator's programs see of this process, from before it is ready until it has ended. */
export interface Operations {
  readonly meters: Meters;
  /** It starts, and waits for a store; `why` names it, without secrets. */
  waiting(why: string): void;
  /** It serves; once read models can be read, it is ready as far as what it stands on is. */
  serving(watched: Served): void;
  /** It finishes what is under way and is sent nothing more. */
  ending(): void;
  stop(): Promise<void>;
}

type Served = Watched & { readonly readable?: Promise<void> };

const FINISH_MS = 1_000;
const STARTING: Fault = { name: 'program', error: 'It is starting.' };
const WAITING: Fault = { name: 'read models', error: 'They are being made ready.' };
const ENDING: Fault = { name: 'program', error: 'It is ending.' };

/** Listens at OPERATIONS_PORT, where there is one. @throws Error naming the address when it is taken */
export async function startOperations({ host, operationsPort }: Config, log: Log): Promise<Operations> {
  const meters = createMeters();
  const { registry } = meters.metrics;
  const percentOf = percentBuilt();
  let watched: Watched | null = null;
  let keptBy: Fault | null = STARTING;
  const koa = createOperations({
    faults: async () => {
      if (watched && keptBy === WAITING) return (await buildingFaults(watched, percentOf)) ?? [WAITING];
      return keptBy === null && watched ? faultsOf(watched) : [keptBy ?? STARTING];
    },
    metrics: async () => {
      if (watched && keptBy !== ENDING) await look(watched, keptBy !== WAITING);
      return { type: registry.contentType, text: await registry.metrics() };
    },
    onFault: (error) => log.error({ err: error }, 'operations could not be answered'),
  });
  const server = operationsPort === null ? null : createServer(koa.callback());
  if (server && operationsPort !== null) {
    collectDefaultMetrics({ register: registry });
    await listen(server, host, operationsPort);
    log.info({ port: (server.address() as AddressInfo).port }, 'operations');
  }
  return {
    meters,
    waiting: (why) => {
      keptBy = { name: 'stores', error: why };
    },
    serving: (found) => {
      watched = found;
      keptBy = WAITING;
      const readable = (): void => {
        if (keptBy === WAITING) keptBy = null;
      };
      // Where they cannot be, whoever waits for them says why.
      Promise.resolve(found.readable).then(readable, () => undefined);
    },
    ending: () => {
      keptBy = ENDING;
    },
    stop: async () => {
      if (server) await stopServing(server, FINISH_MS);
    },
  };
}
