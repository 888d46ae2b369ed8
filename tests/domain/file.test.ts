import { describe, expect, test } from 'vitest';
import { type FileCommand, fileDecider } from '../../src/domain/file/decide.ts';
import { FileUploaded, fileStream } from '../../src/domain/file/events.ts';
import { captured, cleanName } from '../../src/domain/file/rules.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import { given } from '../support/given.ts';

const owner = 'u1';
const fresh = given(fileDecider, { stream: fileStream('f1'), owner });
const { data, private: texts } = FileUploaded.example as unknown as Omit<Extract<FileCommand, { type: 'Upload' }>, 'type'>;
const upload = (name = 'a.png'): FileCommand => ({ type: 'Upload', data, private: { ...texts, name } });
const uploaded = (name = 'a.png') => ({ type: 'FileUploaded', data, private: { ...texts, name } }) as const;
const removedUnused = (at: string) => ({ type: 'FileRemoved', data: { reason: 'unused', content: data.content }, at, by: SYSTEM }) as const;
const remove: FileCommand = { type: 'Remove', owner, given: false };

test('a file is recorded once, and removed once by its owner', () => {
  const stored = fresh.when(upload()).gives(uploaded());
  stored.when(upload()).gives();
  expect(stored.refuses({ ...remove, owner: 'u2' }, 'not_found').message).toBe('There is no such file.');
  const removed = stored.when(remove).gives({ type: 'FileRemoved', data: { reason: 'removed', content: data.content } });
  removed.refuses(remove, 'not_found');
  removed.when(upload()).gives();
  fresh.refuses(remove, 'not_found');
});

test('a file that was given as proof is not removed', () => {
  expect(fresh.when(upload()).refuses({ ...remove, given: true }, 'conflict').message).toBe('This file was given as proof, and stays.');
});

test('a file without a task is removed after 24 hours, and not before', () => {
  const stored = fresh.when(upload());
  const made = (stored.state as { created_at: string }).created_at;
  const after = (ms: number) => new Date(Date.parse(made) + ms).toISOString();
  stored.when({ type: 'RemoveUnused', now: after(86_399_999), belongs: false }).gives();
  stored.when({ type: 'RemoveUnused', now: after(86_400_000), belongs: true }).gives();
  stored.when({ type: 'RemoveUnused', now: after(99_000_000), belongs: false }).gives(removedUnused(after(86_400_000)));
  fresh.when({ type: 'RemoveUnused', now: after(99_000_000), belongs: false }).gives();
});

test('a file of a deleted task is removed after 24 hours, unless the task comes back', () => {
  const follow = (deleted_at: string | null): FileCommand => ({ type: 'FollowTask', task_id: 't1', deleted_at });
  const unused = (now: string): FileCommand => ({ type: 'RemoveUnused', now, belongs: false });
  const stored = fresh.when(upload());
  stored.when(follow(null)).gives();
  const unusedSince = (at: string) => ({ type: 'FileUnused', data: { task_id: 't1' }, at, by: SYSTEM }) as const;
  const left = stored.when(follow('2026-12-01T10:00:00.000Z')).gives(unusedSince('2026-12-01T10:00:00.000Z'));
  left.when(follow('2026-12-01T10:00:00.000Z')).gives();
  left.when(unused('2026-12-02T09:59:59.999Z')).gives();
  left.when(unused('2026-12-02T10:00:00.000Z')).gives(removedUnused('2026-12-02T10:00:00.000Z'));
  const back = left.when(follow(null)).gives({ type: 'FileUsedAgain', data: { task_id: 't1' }, by: SYSTEM });
  back.when(follow(null)).gives();
  back.when(follow('2026-12-03T10:00:00.000Z')).gives(unusedSince('2026-12-03T10:00:00.000Z'));
  fresh.when(follow('2026-12-01T10:00:00.000Z')).gives();
});

describe('the name of a file', () => {
  test.each([
    ...['../a.png', '..\\a.png', '/etc/passwd', 'C:\\a.png', 'a\r\nSet-Cookie: x', 'a\nb', 'a\0.png', '', '  ', '..', '.'],
    ...[
      'gnp.\u202eexe',
      'a\u2066b',
      'a\u202ab',
      'a\u202c',
      'a\u2069',
      'a\u2028b',
      '\u200b',
      '\u00ad \u2060',
      '\u0085',
      '\ud800',
      'x'.repeat(256),
    ],
  ])('%j is refused', (name) => {
    fresh.refuses(upload(name), 'validation_failed');
  });

  test.each([
    [' ', 'The file needs a name.'],
    ['..', 'The file needs a name.'],
    ['.', 'The file needs a name.'],
    ['x'.repeat(256), 'The file’s name may have at most 255 characters.'],
    ['a/b', 'The file’s name may not hold / or \\.'],
    [
      'a\nb',
      'The file’s name holds characters that are not shown: control characters, or those that turn its direction. Rename it, then send it.',
    ],
  ])('%j is refused with the sentence: %s', (name, sentence) => {
    expect(fresh.refuses(upload(name), 'validation_failed')).toMatchObject({ message: sentence, fields: { file: [sentence] } });
  });

  test.each([' a', 'a ', '. ', '...', '.a'])('%j is taken, since it shows something besides spaces and is no folder', (name) => {
    fresh.when(upload(name)).gives(uploaded(name));
  });

  test.each([
    ['\u200ea.png', 'a.png'],
    ['Screenshot 2026-11-20 at 5.00\u202fPM.png', 'Screenshot 2026-11-20 at 5.00\u202fPM.png'],
    ['Scan \u200f20\u200f-11\u200e.pdf', 'Scan 20-11.pdf'],
    ['\u061cملف.pdf', 'ملف.pdf'],
    ['می\u200cخواهم.txt', 'می\u200cخواهم.txt'],
    ['👩\u200d💻.md', '👩\u200d💻.md'],
    ['\u200e\u200f', ''],
  ])('%j is stored as %j', (name, kept) => {
    expect(cleanName(name)).toBe(kept);
    if (kept !== '') fresh.when(upload(kept)).gives(uploaded(kept));
  });

  test.each(['Ämter & Söhne (1).png', 'смета.xlsx', '图.jpg', 'a"b%.txt', '.hidden', 'x'.repeat(255), '👩‍💻.md'])(
    '%j is accepted',
    (name) => {
      fresh.when(upload(name)).gives(uploaded(name));
    },
  );
});

test('the local time of a picture is read with its offset, or else in the owner’s zone', () => {
  const local = '2026-07-01T12:00:00';
  expect(captured({ local, offset: '+05:30' }, 'Europe/Berlin')).toBe('2026-07-01T06:30:00.000Z');
  expect(captured({ local, offset: null }, 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z');
  expect(captured({ local: '2026-13-01T12:00:00', offset: null }, 'Europe/Berlin')).toBeNull();
});

test('a removed file stays removed, whatever becomes of its task', () => {
  const removed = fresh.when(upload()).when(remove);
  expect(removed.state).toEqual({ status: 'removed' });
  const { evolve, initial } = fileDecider;
  const [unused] = fresh.when(upload()).when({ type: 'FollowTask', task_id: 't1', deleted_at: '2026-12-01T10:00:00.000Z' }).fresh;
  const [again] = fresh
    .when(upload())
    .when({ type: 'FollowTask', task_id: 't1', deleted_at: '2026-12-01T10:00:00.000Z' })
    .when({ type: 'FollowTask', task_id: 't1', deleted_at: null }).fresh;
  for (const state of [initial, removed.state])
    for (const event of [unused, again]) expect(evolve(state, event as NonNullable<typeof event>)).toEqual(state);
  expect(removed.past.slice(0, 1).reduce(evolve, removed.state)).toEqual({ status: 'removed' });
});
