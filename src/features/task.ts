import { advanceTask } from '../app/task/tasks.ts';
import { OWN_CHANGES } from '../domain/task/events.ts';
import { TaskPlaced } from '../domain/task/place-events.ts';
import { TaskRenewed } from '../domain/task/renewal-events.ts';
import { taskListRoutes, taskRoutes } from '../http/routes/task.ts';
import { dueKind } from '../jobs/work.ts';
import { createTaskTexts } from '../presenters/task.ts';
import { taskHeads, tasks } from '../projections/task/tasks.ts';
import { withdrawals } from '../projections/task/withdrawals.ts';
import { childrenFollowParent, renewedTaskIsMade, tasksFollowZone } from '../reactors/task.ts';
import { tasksPart } from '../reports/bundle/tasks.ts';
import type { Feature } from './feature.ts';

/** Tasks: creating, changing, completing and missing them, and what elapsed time changes. */
export const task: Feature = {
  name: 'task',
  events: [...OWN_CHANGES, TaskRenewed, TaskPlaced],
  projections: [taskHeads, tasks, withdrawals],
  // What is to be verified, and the title of it, is read from the tasks.
  live: { task: [tasks], verification: [tasks], report: [tasks, withdrawals] },
  dueWork: [
    dueKind({
      kind: 'task',
      order: 30,
      projection: tasks,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: async ({ app }, work) => (await advanceTask(app, work)).position,
    }),
  ],
  reactors: [childrenFollowParent, renewedTaskIsMade, tasksFollowZone],
  routes: (deps) => {
    const texts = createTaskTexts(deps.app.opener);
    return [...taskListRoutes(deps, texts), ...taskRoutes(deps, texts)];
  },
  bundleParts: [tasksPart],
};
