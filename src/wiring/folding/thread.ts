// The program of a thread that folds read models on files. The message port of each group is in its data.

import { join } from 'node:path';
import { isMainThread, type MessagePort, workerData } from 'node:worker_threads';
import { EVENTS } from '../../domain/catalogue.ts';
import { upcastersOf } from '../../domain/kernel/event-catalogue.ts';
import { required } from '../../domain/kernel/records.ts';
import { type FoldingStores, hostFolding } from '../../projections/engine/folding-host.ts';
import type { ToFolding } from '../../projections/engine/folding-messages.ts';
import { logBeside } from '../../store/documents/log-beside.ts';
import { openDocuments } from '../../store/documents/sqlite-documents.ts';
import { openFollowedLog } from '../../store/event-log/followed-log.ts';
import { GROUPED_REFOLDS, GROUPS } from './groups.ts';

/** What a thread is given. */
export interface ThreadData {
  /** The data folder. */
  readonly data: string;
  readonly groups: readonly { readonly name: string; readonly port: MessagePort }[];
}

function foldGroups({ data, groups }: ThreadData): void {
  for (const { name, port } of groups) {
    const { file, projections } = required(
      GROUPS.find((group) => group.name === name),
      'group of read models',
    );
    const take = hostFolding({
      projections,
      post: (message) => port.postMessage(message),
      open: (onEnd) => openStores(data, file, onEnd),
    });
    port.on('message', (message: ToFolding) => take(message));
  }
}

function openStores(data: string, file: string, onEnd: () => void): FoldingStores {
  const upcasters = upcastersOf(EVENTS);
  const log = openFollowedLog({ path: join(data, 'events.db'), upcasters, onEnd });
  const documents = openDocuments(join(data, file), logBeside(log, GROUPED_REFOLDS, upcasters));
  return {
    store: log.store,
    documents,
    wake: log.wake,
    close: async () => {
      await log.close();
      await documents.close();
    },
  };
}

// Some test imports every module.
if (!isMainThread) foldGroups(workerData);
