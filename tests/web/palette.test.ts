import { describe, expect, it } from 'vitest';
import { COMMANDS, findCommands, findTasks } from '../../web/palette/commands.ts';
import { aTask, dueOn } from './examples.ts';

const names = (text: string) => findCommands(text).map(({ name }) => name);

describe('the palette', () => {
  it('lists every command when nothing is typed, and no task', () => {
    expect(findCommands('')).toHaveLength(COMMANDS.length);
    expect(findTasks(' ', [aTask({ title: 'Run' })], 8)).toEqual([]);
  });

  it('lists commands that begin with the typed text first', () => {
    expect(names('da')[0]).toBe('Dashboard');
    expect(names('rep')[0]).toBe('Report');
    expect(names('undo')).toEqual(['Take back the last change']);
    expect(names('settings time')).toEqual(['Time & Deadlines']);
    expect(names('nothing of that name')).toEqual([]);
  });

  it('finds tasks that contain every word, without accents, open ones first', () => {
    const done = aTask({ id: 'a', title: 'Zürich talk outline', status: 'completed', completed: true });
    const open = aTask({ id: 'b', title: 'Draft of the talk in Zürich' });
    const tagged = aTask({ id: 'c', title: 'Slides', tags: ['talk'], description: 'for zurich' });
    expect(findTasks('zurich talk', [done, open, tagged], 8).map((task) => task.id)).toEqual(['b', 'c', 'a']);
    expect(findTasks('talk', [done, open, tagged], 1)).toHaveLength(1);
  });

  it('shows a routine once by its next occurrence, and a renamed occurrence by itself', () => {
    const one = (id: string, date: string, title = 'Write') => dueOn(date, { id, title, recurringTaskId: 'r' });
    const other = dueOn('2026-11-20', { id: 'x', title: 'Write', recurringTaskId: 's' });
    const tasks = [one('a', '2026-11-20'), other, one('b', '2026-11-21'), one('c', '2026-11-22', 'Write twice')];
    expect(findTasks('write', tasks, 8).map(({ id }) => id)).toEqual(['a', 'x', 'c']);
  });

  it('has no two commands with the same name', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
  });
});
