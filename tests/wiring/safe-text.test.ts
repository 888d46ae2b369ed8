import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLogger, safeError, safeText } from '../../src/wiring/logger.ts';

describe('what goes into the log', () => {
  test.each([
    ['mongodb://root:s3cret@db:27017/vouch', 'mongodb://[hidden]@db:27017/vouch'],
    ['GET /auth/confirm?token=abc123 failed', 'GET /auth/confirm?token=[hidden] failed'],
    ['GET /partner/abc123/accept', 'GET /partner/[hidden]/accept'],
    ['550 <ada@example.org>: no', '550 <[address]>: no'],
    ['to +49 151 23456789 now', 'to [number] now'],
    ['E11000 duplicate key error dup key: { email: "a" }', 'E11000 duplicate key error dup key: [hidden]'],
    ["Not 'Burn the letters' again", 'Not [quoted] again'],
    [`v1.${'0192aaaa-0000-7000-8000-000000000000'}.c2VhbGVk`, '[sealed]'],
    [`hash ${'ab'.repeat(32)}`, 'hash [hidden]'],
  ])('%s', (text, safe) => {
    expect(safeText(text)).toBe(safe);
  });

  test.each([
    'Stream task-0192aaaa-0000-7000-8000-000000000000 is not where the caller saw it.',
    "There is no read model 'tasks'. There are: tasks.",
    'The read models did not reach 00000000000000000042 within 5000 ms. What was written is kept.',
    "The owner's key is gone, and so is the partner's.",
  ])('%s', (text) => {
    expect(safeText(text)).toBe(text);
  });

  test('an error has its kind, message, code, stack and cause in the log, and no other property', () => {
    const cause = new Error('by ada@example.org');
    const error = Object.assign(new Error('Not written', { cause }), { code: 'E1', document: { title: 'Burn' }, recipient: 'ada' });
    const safe = safeError(error);
    expect(Object.keys(safe)).toEqual(['type', 'message', 'code', 'stack', 'cause']);
    expect(safe).toMatchObject({ type: 'Error', message: 'Not written', code: 'E1', cause: { message: 'by [address]' } });
    expect(JSON.stringify(safe)).not.toMatch(/Burn|ada@/);
  });

  test('the message of a parser about a personal text is left out', () => {
    for (const parse of [() => JSON.parse('Burn the letters'), () => Temporal.Instant.from('Burn'), () => decodeURIComponent('%Burn')])
      expect(JSON.stringify(safeError(thrown(parse)))).not.toContain('Burn the');
    expect(safeError(thrown(() => JSON.parse('Burn')))).toMatchObject({ type: 'SyntaxError', message: '[not told]' });
  });

  test.each(['throw error', 'Promise.reject(error)'])(
    'an unexpected error ends the program with a log line in the usual format: %s',
    (fault) => {
      const logger = join(import.meta.dirname, '../../src/wiring/logger.ts');
      const program = `import { createLogger, endOnFault } from ${JSON.stringify(logger)};
      const error = Object.assign(new Error('No mail to ada@example.org'), { title: 'Burn the letters' });
      endOnFault(createLogger()); setTimeout(() => { ${fault}; }); setTimeout(() => undefined, 10_000);`;
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
      expect(status).toBe(1);
      expect(JSON.parse(stderr)).toMatchObject({ level: 'error', err: { message: 'No mail to [address]' } });
      expect(stderr).not.toContain('Burn');
    },
  );

  test('lines are JSON, with the level as a word, the instant, the name of the event and a message', () => {
    const lines: string[] = [];
    createLogger({ write: (line) => void lines.push(line) }).error({ err: new Error('to ada@example.org') }, 'store.failed');
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      level: 'error',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: 'store.failed',
      err: { message: 'to [address]' },
      msg: expect.stringContaining('store failed'),
    });
  });
});

function thrown(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
