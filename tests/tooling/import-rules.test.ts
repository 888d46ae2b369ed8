import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const FORBIDDEN = [
  ['src/domain/task/decide.ts', '../account/events.ts'],
  ['src/domain/task/state.ts', 'node:crypto'],
  ['src/domain/task/state.ts', 'zod'],
  ['src/domain/task/events.ts', '../account/events.ts'],
  ['src/domain/task/events.ts', 'node:crypto'],
  ['src/domain/catalogue/events.ts', '../task/decide.ts'],
  ['src/domain/catalogue/events.ts', '../../projections/tasks.ts'],
  ['src/domain/calendar/days.ts', '../kernel/event.ts'],
  ['src/ports/reactor-progress.ts', '../app/app.ts'],
  ['src/ports/reactor-progress.ts', 'node:sqlite'],
  ['src/wiring/servers.ts', 'mongodb'],
  ['src/config.ts', './main.ts'],
  ['tests/jobs/clock.test.ts', '../../src/main.ts'],
  ['web/todo/todo-screen.tsx', '../alerts/alerts-screen.tsx'],
  ['web/todo/parts/row.tsx', '../../alerts/alerts-screen.tsx'],
  ['web/todo/todo-screen.tsx', '../../src/domain/task/events.ts'],
  ['web/ui/button.tsx', '../api/client.ts'],
  ['web/lib/words.ts', '../api/clock.ts'],
  ['web/api/client.ts', '../ui/toast.tsx'],
  ['web/api/client.ts', '../../src/domain/task/events.ts'],
  ['web/content/legal.ts', '../ui/button.tsx'],
  ['web/tasks/task-row.tsx', '../recurrence/rule.ts'],
  ['web/tasks/task-row.tsx', '../todo/todo-screen.tsx'],
  ['web/recurrence/rule.ts', '../quick-add/parse.ts'],
  ['web/quick-add/quick-add.tsx', '../history/trail.tsx'],
  ['web/history/trail.tsx', '../report/history.tsx'],
  ['web/charts/scale.ts', '../tasks/task-row.tsx'],
] as const;

const ALLOWED = [
  ['src/domain/task/decide.ts', '../kernel/decider.ts'],
  ['src/domain/task/decide.ts', '../calendar/days.ts'],
  ['src/domain/task/events.ts', 'zod'],
  ['src/domain/catalogue/events.ts', '../task/events.ts'],
  ['src/ports/reactor-progress.ts', '../domain/kernel/event.ts'],
  ['web/todo/todo-screen.tsx', '../ui/button.tsx'],
  ['web/todo/todo-screen.tsx', '../../src/contracts/task.ts'],
  ['web/todo/todo-screen.tsx', '../quick-add/quick-add.tsx'],
  ['web/todo/todo-screen.tsx', '../history/trail.tsx'],
  ['web/api/owner-clock.ts', '../lib/zone.ts'],
  ['web/tasks/task-row.tsx', '../lib/words.ts'],
  ['web/recurrence/new-routine.ts', '../tasks/draft.ts'],
  ['web/quick-add/quick-add.tsx', '../recurrence/rule.ts'],
  ['web/app/router.tsx', '../todo/todo-screen.tsx'],
  ['src/main.ts', './store/sqlite-stores.ts'],
] as const;

const root = join(import.meta.dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vouch-imports-')));
const reported = new Set<string>();

/** Each pair becomes a file of its own beside the one it speaks of; where rules go by a file's name, an aggregate of its own. */
function fileOf(file: string, imported: string): string {
  if (/^src\/domain\/(?!catalogue)\w+\/events\.ts$/.test(file)) return `src/domain/${imported.replaceAll(/\W+/g, '-')}/events.ts`;
  const name = `${imported.replaceAll(/\W+/g, '-')}${file.endsWith('.tsx') ? '.tsx' : '.ts'}`;
  return file === 'src/config.ts' || file === 'src/main.ts' ? file : join(dirname(file), name);
}

beforeAll(() => {
  cpSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [file, imported] of [...FORBIDDEN, ...ALLOWED]) {
    const path = join(folder, fileOf(file, imported));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `import type { Anything } from '${imported}';\n\nexport type Something = Anything;\n`);
  }
  for (const [, path] of lint().matchAll(/::error title=lint\/style\/noRestrictedImports,file=([^,]+),/g))
    reported.add(relative(folder, path ?? ''));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(): string {
  const options = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', '.'];
  try {
    return execFileSync(join(root, 'node_modules/.bin/biome'), options, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

test.each(FORBIDDEN)('%s may not import %s', (file, imported) => {
  expect(reported).toContain(fileOf(file, imported));
});

test.each(ALLOWED)('%s may import %s', (file, imported) => {
  expect(reported).not.toContain(fileOf(file, imported));
});
