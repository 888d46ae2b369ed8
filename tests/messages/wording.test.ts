import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { PIECES, wording } from '../../src/messages/mail/wording.ts';

const folder = mkdtempSync(join(tmpdir(), 'vouch-wording-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The parts that a template makes of some values. */
function said(template: string, values: object, partials: Readonly<Record<string, string>> = {}) {
  const files = Object.entries({ 'said.hbs': template, ...partials });
  for (const [file, text] of files) writeFileSync(join(folder, file), text);
  return wording(pathToFileURL(join(folder, 'said.ts')).href, 'said.hbs', Object.keys(partials))(values);
}

describe('the template of a message', () => {
  test('gives each part as one line, in the order of the template', () => {
    const template = `{{#subject}}One
        {{#if two}}two{{else}}three{{/if}}{{/subject}}
      {{#each lines}}
        {{#text}}{{this}}{{/text}}
      {{/each}}
      {{#button url}}Press{{/button}}
      {{> end}}`;
    const end = '{{#small}}At {{url}}.{{/small}}{{#why}}Because.{{/why}}{{#link url}}Stop{{/link}}\n';
    const values = { two: false, lines: ['a\r\nBcc: b', '<i>&'], url: 'https://vouch.example/' };
    expect(said(template, values, { 'end.hbs': end })).toEqual({
      subject: 'One three',
      blocks: [
        { text: 'a Bcc: b' },
        { text: '<i>&' },
        { button: { label: 'Press', url: 'https://vouch.example/' } },
        { small: 'At https://vouch.example/.' },
      ],
      why: 'Because.',
      links: [{ label: 'Stop', url: 'https://vouch.example/' }],
    });
  });

  test('is refused if it has text outside of its parts, which would be lost', () => {
    expect(() => said('{{#text}}One{{/text}} two', {})).toThrow('says outside of its parts: two');
  });

  test('is refused if it names a value that is not given', () => {
    expect(() => said('{{#text}}{{name}}{{/text}}', {})).toThrow('"name" not defined');
  });
});

const MESSAGES = join(import.meta.dirname, '../../src/messages');
const templates = globSync('**/*.hbs', { cwd: MESSAGES });
/** The first folder in a path. */
const family = (file: string): string => file.split(sep)[0] ?? '';
const textOf = (file: string): string => readFileSync(join(MESSAGES, file), 'utf8');

test('every template is used by its family of messages, and a template of all mails by any family', () => {
  expect(templates).toContain(join('account', 'confirmation.hbs'));
  const sources = globSync('*/*.ts', { cwd: MESSAGES });
  const unused = templates.filter((file) => {
    const users = sources.filter((source) => family(file) === 'mail' || family(source) === family(file));
    const name = basename(file, '.hbs');
    return !users.some((source) => new RegExp(`['/]${name}(\\.hbs)?'`).test(textOf(source)));
  });
  expect(unused).toEqual([]);
});

test('every short piece is used by a template', () => {
  const texts = templates.map(textOf);
  expect(Object.keys(PIECES).filter((name) => !texts.some((text) => text.includes(`{{> ${name}}}`)))).toEqual([]);
});

test('every template includes only templates that exist', () => {
  const names = new Set([...templates.map((file) => basename(file, '.hbs')), ...Object.keys(PIECES), '@partial-block']);
  const lost = templates.flatMap((file) =>
    [...textOf(file).matchAll(/\{\{#?> (\S+?)[\s}]/g)]
      .filter(([, name]) => !names.has(name ?? ''))
      .map(([partial]) => `${file}: ${partial}`),
  );
  expect(lost).toEqual([]);
});

test('no line of a template is longer than 140 characters', () => {
  const long = templates.filter((file) =>
    textOf(file)
      .split('\n')
      .some((line) => line.length > 140),
  );
  expect(long).toEqual([]);
});
