import type { Collection } from 'mongodb';
import { type LogAnchor, type LogAnchors, NO_EVENTS } from '../../../ports/log-anchor.ts';
import type { KeyedHashes } from '../../../ports/secrets.ts';
import { type AnchorRow, anchorRow, openAnchorRow } from '../../vault/log-anchor.ts';
import { ignoreDuplicate, type Run } from '../connect.ts';
import { codeOf, DUPLICATE_KEY } from '../errors.ts';

export interface StoredAnchor extends AnchorRow {
  readonly _id: 'log';
  /** The number of events, by which an earlier anchor is told from a later one. */
  readonly events: number;
}

const ID = { _id: 'log' } as const;

/** The anchor of the event log on MongoDB. Of two processes that store one at the same time, the one with more events stays. */
export async function logAnchors(anchors: Collection<StoredAnchor>, hashes: KeyedHashes, run: Run): Promise<LogAnchors> {
  const rowOf = (anchor: LogAnchor) => ({ ...anchorRow(hashes, anchor), events: anchor.events });
  await run(() => ignoreDuplicate(anchors.updateOne(ID, { $setOnInsert: rowOf(NO_EVENTS) }, { upsert: true })));
  return {
    logAnchor: async () => openAnchorRow(hashes, (await run(() => anchors.findOne(ID))) ?? undefined),
    putLogAnchor: (anchor) =>
      run(async () => {
        try {
          await anchors.updateOne({ ...ID, events: { $lte: anchor.events } }, { $set: rowOf(anchor) }, { upsert: true });
          return true;
        } catch (error) {
          if (codeOf(error) !== DUPLICATE_KEY) throw error;
          return false;
        }
      }),
    replaceLogAnchor: async (anchor) => void (await run(() => anchors.updateOne(ID, { $set: rowOf(anchor) }, { upsert: true }))),
  };
}
