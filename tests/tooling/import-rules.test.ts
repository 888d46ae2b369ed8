import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importRulesConfig } from '../../scripts/import-rules.ts';
import { IMPORT_RULES } from '../../scripts/import-rules-table.ts';

const FORBIDDEN = [
  ['src/messages/sending/deliver.ts', '../../domain/delivery/decide.ts'],
  ['src/reports/html/report-html.ts', '../../http/server.ts'],
  ['src/http/routes/task.ts', '../../domain/task/events.ts'],
  ['src/http/server.ts', '../domain/task/state.ts'],
  ['src/main.ts', './cli/program.ts'],
  ['src/contracts/task.ts', '../domain/task/events.ts'],
  ['src/contracts/task.ts', 'koa'],
  ['src/contracts/calls/task.ts', '../../domain/task/events.ts'],
  ['src/contracts/calls/task.ts', 'koa'],
  ['src/contracts/coding/run-javascript.ts', '../task.ts'],
  ['src/contracts/coding/guest/clone.ts', '../run-javascript.ts'],
  ['src/contracts/charts/bars.ts', '../report.ts'],
  ['src/contracts/charts/bars.ts', 'pdfkit'],
  ['src/contracts/ledger/merkle.ts', '../time.ts'],
  ['src/contracts/ledger/merkle.ts', 'node:crypto'],
  ['src/contracts/words/phrases/clock.ts', '../size.ts'],
  ['src/contracts/coding/run-javascript.ts', 'node:vm'],
  ['src/contracts/words/format.ts', 'zod'],
  ['src/contracts/words/format.ts', '../task.ts'],
  ['src/domain/kernel/handle.ts', '../task/events.ts'],
  ['src/domain/kernel/handle.ts', '../../ports/clock.ts'],
  ['src/domain/kernel/handle.ts', 'node:crypto'],
  ['src/domain/calendar/days.ts', '../kernel/event.ts'],
  ['src/domain/calendar/days.ts', 'uuid'],
  ['src/domain/task/decide.ts', '../account/events.ts'],
  ['src/domain/task/state.ts', 'node:crypto'],
  ['src/domain/task/state.ts', 'zod'],
  ['src/domain/task/decide.ts', 'uuid'],
  ['src/domain/task/events.ts', '../account/events.ts'],
  ['src/domain/task/events.ts', 'node:crypto'],
  ['src/domain/catalogue.ts', './task/decide.ts'],
  ['src/domain/catalogue.ts', '../projections/task/tasks.ts'],
  ['src/ports/coordination.ts', '../store/leases.ts'],
  ['src/analysis/nameless.ts', '../domain/task/events.ts'],
  ['src/analysis/nameless.ts', '../projections/task/tasks.ts'],
  ['src/analysis/nameless.ts', '../store/seal.ts'],
  ['src/analysis/nameless.ts', 'node:sqlite'],
  ['src/ports/coordination.ts', '../projections/engine/projection.ts'],
  ['src/ports/coordination.ts', '../concurrency/turns.ts'],
  ['src/concurrency/under-way.ts', '../app/app.ts'],
  ['src/concurrency/under-way.ts', 'node:timers'],
  ['src/ports/coordination.ts', '../app/app.ts'],
  ['src/ports/coordination.ts', 'node:sqlite'],
  ['src/projections/engine/runner.ts', '../../app/app.ts'],
  ['src/projections/engine/runner.ts', '../task/tasks.ts'],
  ['src/projections/engine/runner.ts', '../../domain/task/events.ts'],
  ['src/projections/task/tasks.ts', '../../store/sqlite-documents.ts'],
  ['src/projections/task/tasks.ts', '../../domain/task/decide.ts'],
  ['src/projections/task/tasks.ts', '../../contracts/task.ts'],
  ['src/projections/task/tasks.ts', '../../ports/clock.ts'],
  ['src/app/app.ts', '../http/server.ts'],
  ['src/app/task/parts/tags.ts', '../../../http/server.ts'],
  ['src/app/task/tasks.ts', '../../contracts/task.ts'],
  ['src/app/task/tasks.ts', '../../reactors/children.ts'],
  ['src/reactors/children.ts', '../http/server.ts'],
  ['src/reactors/engine/run.ts', '../../store/sqlite-stores.ts'],
  ['src/reactors/task.ts', '../http/app.ts'],
  ['src/reactors/task.ts', '../store/stores.ts'],
  ['src/reactors/task.ts', '../providers/mail/smtp.ts'],
  ['src/reactors/engine/follower.ts', '../../app/app.ts'],
  ['src/reactors/engine/follower.ts', '../all.ts'],
  ['src/reactors/engine/follower.ts', 'mongodb'],
  ['src/presenters/task.ts', '../reports/model/words.ts'],
  ['src/reports/html/report-html.ts', '../../domain/task/events.ts'],
  ['src/messages/sending/deliver.ts', '../../http/server.ts'],
  ['src/messages/sending/deliver.ts', '../../providers/mail/smtp.ts'],
  ['src/jobs/judging.ts', '../http/server.ts'],
  ['src/jobs/parts/queue.ts', '../../http/server.ts'],
  ['src/jobs/judging.ts', '../providers/ai/reviewer.ts'],
  ['src/jobs/judging.ts', '../domain/task/events.ts'],
  ['src/store/sqlite-documents.ts', '../app/app.ts'],
  ['src/store/sqlite-documents.ts', '../projections/task/tasks.ts'],
  ['src/store/sqlite-documents.ts', '../projections/engine/runner.ts'],
  ['src/store/event-log/eventstore/log.ts', '../../../app/app.ts'],
  ['src/providers/mail/smtp.ts', '../../messages/sending/deliver.ts'],
  ['src/providers/ai/rubric/rubric.ts', '../../../messages/sending/deliver.ts'],
  ['src/providers/ai/rubric/rubric.ts', 'mongodb'],
  ['src/providers/pages/reading/parts.ts', '../../../messages/sending/deliver.ts'],
  ['src/providers/pages/reading/parts.ts', 'mongodb'],
  ['src/providers/mail/smtp.ts', '../../contracts/coding/ran.ts'],
  ['src/providers/pages/reading/parts.ts', '../../../contracts/task.ts'],
  ['src/providers/sandbox/judge.ts', '../../contracts/task.ts'],
  ['src/http/server.ts', '../store/sqlite-documents.ts'],
  ['src/http/server.ts', '../config.ts'],
  ['src/http/routes/task.ts', 'node:sqlite'],
  ['src/http/routes/task.ts', '../../store/sqlite-documents.ts'],
  ['src/http/routes/task.ts', '../../jobs/scheduler.ts'],
  ['src/jobs/scheduler.ts', '../http/server.ts'],
  ['src/jobs/scheduler.ts', '../providers/mail/smtp.ts'],
  ['src/jobs/agenda.ts', 'mongodb'],
  ['src/cli/demo.ts', '../store/sqlite-stores.ts'],
  ['src/cli/program.ts', '../main.ts'],
  ['src/features/task.ts', '../wiring/assemble.ts'],
  ['src/features/task.ts', '../store/sqlite-stores.ts'],
  ['src/wiring/servers.ts', 'mongodb'],
  ['src/config/config.ts', '../main.ts'],
  ['src/config/billing.ts', '../contracts/plan.ts'],
  ['src/config/billing.ts', '../ports/billing.ts'],
  ['tests/jobs/clock.test.ts', '../../src/main.ts'],
  ['web/todo/todo-screen.tsx', '../alerts/alerts-screen.tsx'],
  ['web/todo/parts/row.tsx', '../../alerts/alerts-screen.tsx'],
  ['web/todo/todo-screen.tsx', '../../src/domain/task/events.ts'],
  ['web/ui/button.tsx', '../api/client.ts'],
  ['web/lib/calendar.ts', '../api/clock.ts'],
  ['web/ui/mark.tsx', '../../src/contracts/task.ts'],
  ['web/tasks/task-row.tsx', '../../src/contracts/task.ts'],
  ['web/api/client.ts', '../ui/toast.tsx'],
  ['web/api/client.ts', '../../src/domain/task/events.ts'],
  ['web/forms/form-field.tsx', '../tasks/task-row.tsx'],
  ['web/history/trail.tsx', '../forms/form-field.tsx'],
  ['web/content/legal.ts', '../ui/button.tsx'],
  ['web/app/router.tsx', '../../src/domain/task/events.ts'],
  ['web/tasks/task-row.tsx', '../recurrence/rule.ts'],
  ['web/tasks/task-row.tsx', '../todo/todo-screen.tsx'],
  ['web/recurrence/rule.ts', '../quick-add/parse.ts'],
  ['web/quick-add/new-task-overlay.tsx', '../history/trail.tsx'],
  ['web/history/trail.tsx', '../report/history.tsx'],
  ['web/proof/email/email-tasks.tsx', '../todo/todo-screen.tsx'],
  ['web/charts/plot.tsx', '../tasks/task-row.tsx'],
  ['web/proof/coding/code-tasks.tsx', '../../tasks/task-row.tsx'],
  ['web/plans/invitation.tsx', '../tasks/task-row.tsx'],
  ['web/plans/invitation.tsx', '../settings/subscription.tsx'],
] as const;

const ALLOWED = [
  ['src/analysis/nameless.ts', '../domain/catalogue.ts'],
  ['src/analysis/nameless.ts', '../projections/engine/folding.ts'],
  ['src/cli/events/tail.ts', '../../analysis/nameless.ts'],
  ['src/messages/sending/deliver.ts', '../../domain/delivery/events.ts'],
  ['src/contracts/task.ts', 'zod'],
  ['src/contracts/task.ts', 'zod-openapi'],
  ['src/contracts/calls/task.ts', '../task.ts'],
  ['src/contracts/calls/task.ts', 'zod'],
  ['src/contracts/words/phrases/clock.ts', './tokens.ts'],
  ['src/contracts/charts/bars.ts', './scale.ts'],
  ['src/contracts/ledger/merkle.ts', './sha256.ts'],
  ['src/contracts/ledger/sha256.ts', '@noble/hashes/sha2.js'],
  ['src/store/event-log/prepare.ts', '../../contracts/ledger/canonical-json.ts'],
  ['src/reports/charts/draw.ts', '../../contracts/charts/bars.ts'],
  ['web/charts/bars.tsx', '../../src/contracts/charts/bars.ts'],
  ['src/domain/task/decide.ts', '../../contracts/address.ts'],
  ['src/contracts/coding/run-javascript.ts', 'quickjs-emscripten-core'],
  ['src/providers/sandbox/judge.ts', '../../contracts/coding/same-output.ts'],
  ['src/providers/pages/reading/question.ts', '../../../contracts/coding/is-json.ts'],
  ['src/contracts/coding/without-types.ts', 'amaro'],
  ['src/providers/sandbox/sandbox.ts', '../../concurrency/turns.ts'],
  ['src/domain/task/decide.ts', '../kernel/decider.ts'],
  ['src/domain/task/decide.ts', '../calendar/days.ts'],
  ['src/domain/task/events.ts', 'zod'],
  ['src/domain/kernel/define-event.ts', 'zod'],
  ['src/domain/kernel/derived-ids.ts', 'uuid'],
  ['src/domain/catalogue.ts', './task/events.ts'],
  ['src/ports/coordination.ts', '../domain/kernel/event.ts'],
  ['src/concurrency/keyed-mutex.ts', '../ports/keyed-mutex.ts'],
  ['src/ports/coordination.ts', '../domain/kernel/event.ts'],
  ['src/projections/engine/runner.ts', '../../ports/leases.ts'],
  ['src/projections/task/tasks.ts', '../../domain/task/events.ts'],
  ['src/projections/task/tasks.ts', '../../domain/task/rules.ts'],
  ['src/projections/task/tasks.ts', '../engine/projection.ts'],
  ['src/projections/task/tasks.ts', '../../ports/documents.ts'],
  ['src/app/task/tasks.ts', '../../domain/task/decide.ts'],
  ['src/app/task/parts/tags.ts', '../../../domain/task/decide.ts'],
  ['src/app/task/parts/tags.ts', '../../file/files.ts'],
  ['src/reactors/children.ts', '../app/task/task-send.ts'],
  ['src/reactors/task.ts', '../app/app.ts'],
  ['src/reactors/task.ts', './engine/reactor.ts'],
  ['src/reactors/engine/follower.ts', '../../ports/reactor-progress.ts'],
  ['src/reactors/engine/follower.ts', './reactor.ts'],
  ['src/presenters/task.ts', '../contracts/task.ts'],
  ['src/presenters/task.ts', '../domain/routine/next-dates.ts'],
  ['src/reports/model/report-model.ts', '../../presenters/task.ts'],
  ['src/messages/sending/deliver.ts', '../../ports/mailer.ts'],
  ['src/messages/reminders/week.ts', '../../reports/model/report-model.ts'],
  ['src/jobs/judging.ts', '../ports/reviewer.ts'],
  ['src/jobs/judging.ts', '../concurrency/under-way.ts'],
  ['src/providers/pages/reading/page.ts', '../refusals.ts'],
  ['src/providers/pages/reading/page.ts', '../../../ports/clock.ts'],
  ['src/store/sqlite-documents.ts', '../ports/documents.ts'],
  ['src/store/sqlite-documents.ts', '../concurrency/keyed-mutex.ts'],
  ['src/store/sqlite-documents.ts', 'node:sqlite'],
  ['src/store/event-log/eventstore/log.ts', '../../../domain/kernel/event-store.ts'],
  ['src/store/event-log/eventstore/log.ts', '@eventstore/db-client'],
  ['src/http/routes/task.ts', '../../contracts/task.ts'],
  ['src/http/routes/task.ts', '../../app/task/tasks.ts'],
  ['src/http/routes/task.ts', '../kernel/route.ts'],
  ['src/providers/ai/rubric/rubric.ts', '../../../ports/reviewer.ts'],
  ['src/config/billing.ts', '../contracts/address.ts'],
  ['src/providers/mail/smtp.ts', '../../contracts/address.ts'],
  ['src/jobs/scheduler.ts', '../reactors/children.ts'],
  ['src/cli/demo/year.ts', '../../reactors/children.ts'],
  ['src/features/task.ts', '../http/routes/task/routes.ts'],
  ['src/wiring/assemble.ts', '../store/sqlite-stores.ts'],
  ['web/todo/todo-screen.tsx', '../ui/button.tsx'],
  ['web/todo/todo-screen.tsx', '../../src/contracts/task.ts'],
  ['web/app/router.tsx', '../todo/todo-screen.tsx'],
  ['web/app/router.tsx', '../../src/contracts/task.ts'],
  ['web/todo/parts/row.tsx', '../todo-screen.tsx'],
  ['web/todo/parts/row.tsx', '../../ui/button.tsx'],
  ['web/todo/todo-screen.tsx', '../content/legal.ts'],
  ['web/todo/todo-screen.tsx', '../quick-add/new-task-overlay.tsx'],
  ['web/todo/todo-screen.tsx', '../history/trail.tsx'],
  ['web/todo/todo-screen.tsx', '../proof/email/email-tasks.tsx'],
  ['web/api/owner-clock.ts', '../lib/calendar.ts'],
  ['web/tasks/task-row.tsx', '../lib/moment.ts'],
  ['web/tasks/task-fields.tsx', '../forms/form-field.tsx'],
  ['web/forms/form-field.tsx', '../ui/field.tsx'],
  ['web/settings/time.tsx', '../forms/form-field.tsx'],
  ['web/ui/mark.tsx', '../../src/contracts/words/task-state.ts'],
  ['web/proof/email/email-tasks.tsx', '../../../src/contracts/words/format.ts'],
  ['web/proof/coding/code-tasks.tsx', '../../ui/field.tsx'],
  ['web/plans/invitation.tsx', '../../src/contracts/plan.ts'],
  ['web/proof/coding/attempt-screen.tsx', '../plans/invitation.tsx'],
  ['web/recurrence/routine-acts.ts', '../tasks/draft.ts'],
  ['web/quick-add/new-task-overlay.tsx', '../recurrence/rule.ts'],
] as const;

const root = join(import.meta.dirname, '../..');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'vouch-imports-')));
const reported = new Set<string>();

/** The imports of each file in the pairs, one on each line. */
const imports = Map.groupBy<string, readonly [string, string]>([...FORBIDDEN, ...ALLOWED], ([file]) => file);
const placeOf = (file: string, imported: string): string =>
  `${file}:${1 + (imports.get(file) ?? []).findIndex(([, other]) => other === imported)}`;

beforeAll(() => {
  for (const name of ['biome.json', 'biome-imports.jsonc']) cpSync(join(root, name), join(folder, name));
  for (const [file, pairs] of imports) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, pairs.map(([, imported], at) => `import type { Anything as Thing${at} } from '${imported}';\n`).join(''));
  }
  for (const [, path, line] of lint().matchAll(/::error title=lint\/style\/noRestrictedImports,file=([^,]+),line=(\d+),/g))
    reported.add(`${relative(folder, path ?? '')}:${line}`);
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
  expect(reported).toContain(placeOf(file, imported));
});

test.each(ALLOWED)('%s may import %s', (file, imported) => {
  expect(reported).not.toContain(placeOf(file, imported));
});

test('biome-imports.jsonc is what `npm run import-rules` writes from the table', () => {
  expect(readFileSync(join(root, 'biome-imports.jsonc'), 'utf8')).toBe(importRulesConfig(IMPORT_RULES));
});

test('every file of the server and of each folder of the web has a rule', () => {
  const ruled = IMPORT_RULES.flatMap(({ files }) => files).flatMap((files) => [files, `${files}/**`]);
  const files = globSync(['src/**/*.ts', 'web/*/**/*.{ts,tsx}'], { cwd: root });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => !ruled.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
});

test('an import cycle is refused', () => {
  const circle = mkdtempSync(join(folder, 'circle-'));
  writeFileSync(join(circle, 'one.ts'), "import { two } from './two.ts';\n\nexport const one = (): number => two() + 1;\n");
  writeFileSync(join(circle, 'two.ts'), "import { one } from './one.ts';\n\nexport const two = (): number => one() + 1;\n");
  const found = [...lint().matchAll(/::error title=lint\/suspicious\/noImportCycles,file=([^,]+),/g)].map(([, path = '']) => path);
  expect(
    found
      .filter((path) => path.includes(basename(circle)))
      .map((path) => basename(path))
      .toSorted(),
  ).toEqual(['one.ts', 'two.ts']);
});
