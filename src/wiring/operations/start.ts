import { createServer } from 'node:http';
import { collectDefaultMetrics } from 'prom-client';
import type { Config } from '../../config/config.ts';
import { createOperations } from '../../http/operations.ts';
import type { Log } from '../../ports/log.ts';
import { createStop, listen, portOf } from '../http-server.ts';
import { percentBuilt } from '../readiness.ts';
import { createMeters, type Meters } from './meters.ts';
import { buildingFaults, type Fault, faultsOf, type ObservedProgram, updateGauges } from './observe.ts';

/** The operations endpoints of this process, from before it is ready until it has ended. */
export interface Operations {
  readonly meters: Meters;
  /** Reports that the start waits for a store; `why` names the store, without secrets. */
  waiting(why: string): void;
  /** Reports that the program serves. It is ready when the read models can be read and its stores answer. */
  serving(watched: ServingProgram): void;
  /** Reports that the program is ending and must get no more requests. */
  ending(): void;
  stop(): Promise<void>;
}

type ServingProgram = ObservedProgram & { readonly readable?: Promise<void> };

const FINISH_MS = 1_000;
const STARTING: Fault = { name: 'program', error: 'It is starting.' };
const WAITING: Fault = { name: 'read models', error: 'They are being made ready.' };
const ENDING: Fault = { name: 'program', error: 'It is ending.' };

/** Listens on OPERATIONS_PORT if it is set. @throws Error naming the address when it is taken */
export async function startOperations({ host, operationsPort }: Config, log: Log): Promise<Operations> {
  const meters = createMeters();
  const { registry } = meters.metrics;
  const percentOf = percentBuilt();
  let watched: ObservedProgram | null = null;
  let notReadyBecause: Fault | null = STARTING;
  const koa = createOperations({
    faults: async () => {
      if (watched && notReadyBecause === WAITING) return (await buildingFaults(watched, percentOf)) ?? [WAITING];
      return notReadyBecause === null && watched ? faultsOf(watched) : [notReadyBecause ?? STARTING];
    },
    metrics: async () => {
      if (watched && notReadyBecause !== ENDING) await updateGauges(watched, notReadyBecause !== WAITING);
      return { type: registry.contentType, text: await registry.metrics() };
    },
    onFault: (error) => log.error({ err: error }, 'operations.request_failed'),
  });
  const server = operationsPort === null ? null : createServer(koa.callback());
  const stopServing = server && createStop(server);
  if (server && operationsPort !== null) {
    collectDefaultMetrics({ register: registry });
    await listen(server, host, operationsPort);
    log.info({ port: portOf(server) }, 'operations.started');
  }
  return {
    meters,
    waiting: (why) => {
      notReadyBecause = { name: 'stores', error: why };
    },
    serving: (found) => {
      watched = found;
      notReadyBecause = WAITING;
      const readable = (): void => {
        if (notReadyBecause === WAITING) notReadyBecause = null;
      };
      // If this fails, the callers that wait for the read models report it.
      Promise.resolve(found.readable).then(readable, () => undefined);
    },
    ending: () => {
      notReadyBecause = ENDING;
    },
    stop: async () => {
      await stopServing?.(FINISH_MS);
    },
  };
}
