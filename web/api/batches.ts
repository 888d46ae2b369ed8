import type { z } from 'zod';
import type * as wire from '../../src/contracts/bulk.ts';
import * as calls from '../../src/contracts/calls/bulk.ts';
import type { Camel } from './names.ts';
import { request } from './request.ts';

/** One change of several tasks. */
export type BatchChange = Camel<z.input<typeof wire.bulkBody>>['change'];
export type BatchDone = Camel<z.infer<typeof wire.bulkDone>>;
export type BatchUndone = Camel<z.infer<typeof wire.bulkUndone>>;

/** The most tasks that one call can change. */
export const MOST_IN_BATCH = 200;

/** A refused task stops no other. `key` is the idempotency key. */
export const changeTasks = (ids: readonly string[], change: BatchChange, key?: string): Promise<BatchDone> =>
  request(calls.changeTasks, { body: { ids: [...ids], change }, key });

/** Takes back what a batch has done. It can be repeated; the answer is the same. */
export const undoBatch = (id: string, key?: string): Promise<BatchUndone> => request(calls.undoBatch, { params: { batch_id: id }, key });
