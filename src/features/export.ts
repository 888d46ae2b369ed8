import { advanceExport } from '../app/export.ts';
import { EXPORT_EVENTS, ExportRequested } from '../domain/export/events.ts';
import { dueKind } from '../jobs/work.ts';
import { exportMail } from '../messages/export/export-ready.ts';
import { ownerMail } from '../messages/sending/message-kind.ts';
import { exports } from '../projections/export.ts';
import { eventsPart } from '../reports/bundle/events.ts';
import { ledgerPart } from '../reports/bundle/ledger.ts';
import type { Feature } from './feature.ts';

/** The bundle with all of an owner's data. */
export const dataExport: Feature = {
  name: 'export',
  events: EXPORT_EVENTS,
  projections: [exports],
  live: { export: [exports] },
  dueWork: [
    // A bundle that must be made or deleted; `id` is the owner.
    dueKind({
      kind: 'export',
      order: 70,
      projection: exports,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ app, bundle }, { owner }) => advanceExport(app, bundle, owner),
      promptedBy: [ExportRequested],
    }),
  ],
  messages: [ownerMail('export_ready', exportMail)],
  bundleParts: [eventsPart, ledgerPart],
};
