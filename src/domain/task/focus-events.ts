import { defineEvent } from '../kernel/define-event.ts';
import { NO_CHANGE, setting, taskChange } from './event-data.ts';

/** No history lists it, because the end of the session is listed there. */
export const TaskFocused = setting(
  ['focused_seconds'],
  defineEvent({
    type: 'TaskFocused',
    publicName: 'task.focused',
    label: 'Focused',
    meaning:
      'A focus session on the task ended, and its time was added to that of the task. By the system; `part_of` is the end of the session.',
    since: '0.1.0',
    history: null,
    webhook: false,
    data: taskChange,
    example: {
      data: {
        ...NO_CHANGE,
        set: { focused_seconds: 1_500 },
        was: { focused_seconds: 0 },
        part_of: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01',
      },
    },
  }),
);
