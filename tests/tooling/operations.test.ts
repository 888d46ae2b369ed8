import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { collectDefaultMetrics } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../../src/config/sections.ts';
import { LOG_EVENTS, LOG_FIELDS } from '../../src/ports/log.ts';
import { createMeters } from '../../src/wiring/operations/meters.ts';
import { runHere } from '../support/command-line.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const page = read('docs/operations.md');
const board = JSON.parse(read('docs/dashboards/vouch.json')) as {
  readonly panels: readonly { readonly id: number; readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
};
interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly annotations: Readonly<Record<'summary' | 'description', string>>;
}
const { groups } = parse(read('docs/dashboards/vouch.rules.yml')) as { readonly groups: readonly { readonly rules: readonly Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const queries = [...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...alerts.map(({ expr }) => expr)];

/** Names of metrics, with the labels of each. */
async function metrics(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { registry } = createMeters().metrics;
  collectDefaultMetrics({ register: registry });
  const found = await registry.getMetricsAsJSON();
  const ours = registry.getMetricsAsArray() as unknown as readonly { readonly name: string; readonly labelNames: readonly string[] }[];
  const labels = new Map(ours.map(({ name, labelNames }) => [name, labelNames]));
  return new Map(found.map(({ name }) => [name, labels.get(name) ?? []]));
}
/** Things of Compose that are named like a metric. */
const compose = parse(read('docker-compose.yml'), { merge: true }) as Record<'services' | 'networks' | 'volumes', Record<string, unknown>>;
const made = [...Object.keys(compose.networks), ...Object.keys(compose.volumes)].map((name) => `vouch_${name}`);
const OF_COMPOSE: ReadonlySet<string> = new Set([...made, 'vouch_master_key']);

/** The file that lists the events of the log. */
const LIST = join('ports', 'log.ts');

/** Commands that have subcommands. */
const GROUPS: readonly string[] = ['projections', 'reactors'];

/** The name of a metric, without what a histogram appends. */
const named = (text: string): readonly string[] =>
  [...new Set(text.match(/\b(vouch|process|nodejs)_[a-z0-9_]+\b/g) ?? [])]
    .map((name) => name.replace(/_seconds_(bucket|sum|count)$/, '_seconds'))
    .filter((name) => !OF_COMPOSE.has(name));

describe('the list of events of the log', () => {
  test('contains only events that the program logs, and fields that an event has', () => {
    const folder = join(ROOT, 'src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts') && path !== LIST);
    const source = files.map((path) => readFileSync(join(folder, path), 'utf8')).join('');
    for (const name of Object.keys(LOG_EVENTS)) expect(source).toContain(`'${name}'`);
    const used = new Set<string>(Object.values(LOG_EVENTS).flatMap(({ fields }) => fields));
    expect(Object.keys(LOG_FIELDS).filter((field) => !used.has(field))).toEqual([]);
  });
});

test('every query of the dashboard and every alert is PromQL', () => {
  const faults = (query: string): readonly string[] => {
    const found: string[] = [];
    parser.parse(query).iterate({ enter: ({ type, from }) => void (type.isError && found.push(`${query.slice(0, from)} ⟂`)) });
    return found;
  };
  expect(faults('max(vouch_due_work_waiting > 1')).toHaveLength(1);
  expect(queries.flatMap(faults)).toEqual([]);
  const PERIOD = /^\d+[smhd]$/;
  for (const { alert, for: lasts } of alerts) expect([alert, lasts]).toEqual([alert, expect.stringMatching(PERIOD)]);
});

describe('the operators’ page', () => {
  test('names only metrics that exist, and so do the dashboard and the alerts', async () => {
    const known = await metrics();
    expect(named(page).length).toBeGreaterThan(15);
    for (const name of [...named(page), ...named(queries.join(' '))]) expect([name, known.has(name)]).toEqual([name, true]);
  });

  test('asks for labels that its metrics have', async () => {
    const known = await metrics();
    for (const [, name, labels] of `${page} ${queries.join(' ')}`.matchAll(/\b(vouch_[a-z_]+)\{([^}]*)\}/g))
      for (const [label] of (labels as string).matchAll(/\w+(?==)/g)) {
        const metric = (name as string).replace(/_seconds_(bucket|sum|count)$/, '_seconds');
        expect([name, label, known.get(metric)?.includes(label)]).toEqual([name, label, true]);
      }
  });

  test('names every metric of the program except its version', async () => {
    const missing = [...(await metrics()).keys()].filter((name) => name.startsWith('vouch_') && !named(page).includes(name));
    expect(missing).toEqual(['vouch_info']);
  });

  test('contains every query of the dashboard', () => {
    expect(board.panels.length).toBeGreaterThan(10);
    for (const { title, targets } of board.panels) for (const { expr } of targets) expect(page).toContain(`| ${title} | \`${expr}\` |`);
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
  });

  test('has a row for every alert of the rule file, and no other row', () => {
    const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    const rows = [...page.matchAll(/^\| `(Vouch\w+)` \| `([^`]+)` \| (\w+) \| ([^|]+) \| [^|]+ \|$/gm)];
    const told = rows.map(([, alert, expr, lasts, meaning]) => ({ alert, expr, for: lasts, summary: sentence(meaning as string) }));
    expect(told).toEqual(
      alerts.map(({ annotations: { summary }, ...rule }) => ({ alert: rule.alert, expr: rule.expr, for: rule.for, summary })),
    );
    for (const { alert, annotations } of alerts)
      expect([alert, annotations.description]).toEqual([alert, expect.stringMatching(/^[A-Z].+\.$/)]);
  });

  test('has a row for every event of the log, with its level, message and fields, and no other row', () => {
    const rows = Object.entries(LOG_EVENTS).map(
      ([name, { level, message, fields }]) =>
        `| \`${name}\` | ${level} | ${message} | ${fields.map((field) => `\`${field}\``).join(', ') || 'none'} | `,
    );
    for (const row of rows) expect(page).toContain(row);
    expect(page.match(/^\| `[a-z_]+\.[a-z_]+` \| (info|warn|error) \|/gm)).toHaveLength(rows.length);
  });

  test('explains every field of the log', () => {
    for (const [name, meaning] of Object.entries(LOG_FIELDS)) expect(page).toContain(`| \`${name}\` | ${meaning} |`);
  });

  test('names only events of the log that exist', () => {
    const named = [...page.matchAll(/\bevent\b`?(?: ==)? [`"]([a-z_]+\.[a-z_]+)[`"]/g)].map(([, name]) => name as string);
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(Object.keys(LOG_EVENTS)).toContain(name);
  });

  test('names only commands that the program has', { timeout: 30_000 }, async () => {
    const env = { VOUCH_DATA: '/nonexistent' };
    const helps = new Map<string, string>();
    for (const path of ['', ...GROUPS]) helps.set(path, (await runHere([...path.split(' ').filter(Boolean), '--help'], env)).stdout);
    const has = (path: string, command: string): boolean => new RegExp(`^ {2}${command}\\b`, 'm').test(helps.get(path) ?? '');
    const commands = [...page.matchAll(/(?:npx vouch|run --rm worker) ([a-z]+)(?: ([a-z]+))?/g)];
    expect(commands.length).toBeGreaterThan(3);
    for (const [text, first, second] of commands) {
      expect([text, has('', first as string)]).toEqual([text, true]);
      if (GROUPS.includes(first as string)) expect([text, has(first as string, second as string)]).toEqual([text, true]);
    }
  });

  test('names only services, variables, volumes, scripts and pages that exist', () => {
    const source = read('docker-compose.yml');
    const { services } = compose;
    for (const [text, name] of page.matchAll(/docker compose (?:exec|run|stop|start)(?: -T| --rm)? ([a-z]+)/g))
      expect([text, (name as string) in services]).toEqual([text, true]);
    for (const [name] of page.matchAll(/\b(VOUCH_[A-Z_]+|[A-Z]+_URL|OPERATIONS_PORT|TRUSTED_PROXIES|MAIL_FROM)\b/g))
      expect([name, name.replace(/_FILE$/, '') in VARIABLES || source.includes(name)]).toEqual([name, true]);
    for (const [, path] of page.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      expect([path, existsSync(join(ROOT, 'docs', path as string))]).toEqual([path, true]);
    for (const [script] of page.matchAll(/scripts\/\w+\.mjs/g)) expect([script, existsSync(join(ROOT, script))]).toEqual([script, true]);
  });
});
