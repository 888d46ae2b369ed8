import { removeUnused } from '../app/file/files.ts';
import { FILE_EVENTS } from '../domain/file/events.ts';
import { fileRoutes } from '../http/routes/file/routes.ts';
import { uploadRoutes } from '../http/routes/file/uploads.ts';
import { dueKind } from '../jobs/work.ts';
import { files } from '../projections/file.ts';
import { contentFollowsFile, filesFollowTask } from '../reactors/file.ts';
import { filesPart } from '../reports/bundle/files.ts';
import type { Feature } from './feature.ts';

/** The files that people upload. */
export const file: Feature = {
  name: 'file',
  events: FILE_EVENTS,
  projections: [files],
  live: { verification: [files] },
  dueWork: [
    // A file that belongs to nothing, or to a deleted task. It is deleted after 24 hours.
    dueKind({
      kind: 'unused_file',
      order: 75,
      projection: files,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ app }, { owner, id }) => removeUnused(app, owner, id),
    }),
  ],
  reactors: [contentFollowsFile, filesFollowTask],
  bundleParts: [filesPart],
  routes: (deps) => [...uploadRoutes(deps), ...fileRoutes(deps)],
};
