import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { materialOf } from '../../../src/jobs/judging.ts';
import { appForFile } from '../../support/app.ts';
import { drawn } from '../../support/file-samples.ts';
import { uploadsOf } from '../../support/uploads.ts';

let me: Caller;
const app = await appForFile((caller) => {
  me = caller;
});
const { send } = uploadsOf(app, () => me);
const given = (fileIds: readonly string[]) => ({
  title: 'Ship it',
  requirement: null,
  texts: {},
  fileIds,
  emailTaskId: null,
  codeTaskId: null,
  comment: null,
});

test('the material of files is the text of text files, in their order, and the name and type of others', async () => {
  const log = await send(Buffer.from('All 214 tests passed.'), { name: 'tests.log' });
  const picture = await send(await drawn(1), { name: 'screen.png' });
  const wide = await send(Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('Größe', 'utf16le')]), { name: 'wide.txt' });
  const excel = await send(Buffer.from('Stra\xdfe;\x80 5\r\n', 'latin1'), { name: 'excel.csv' });
  const { files } = await materialOf(app, me.owner, given([picture, wide, log, excel]));
  expect(files).toEqual([
    { id: picture, name: 'screen.png', type: 'image/png', text: null, isCut: false },
    { id: wide, name: 'wide.txt', type: 'text/plain', text: 'Größe', isCut: false },
    { id: log, name: 'tests.log', type: 'text/plain', text: 'All 214 tests passed.', isCut: false },
    { id: excel, name: 'excel.csv', type: 'text/plain', text: 'Straße;€ 5\r\n', isCut: false },
  ]);
});

test('the material of a long text is its beginning, cut between characters', async () => {
  const id = await send(Buffer.from(`a${'€'.repeat(60_000)}`));
  const { files } = await materialOf(app, me.owner, given([id]));
  expect(files[0]?.text).toBe(`a${'€'.repeat(Math.floor((128 * 1_024 - 1) / 3))}`);
  expect(files[0]?.isCut).toBe(true);
});

test('the material leaves out files of somebody else and deleted ones', async () => {
  const stranger = await app.user();
  const theirs = await send(Buffer.from('Theirs.'), { caller: stranger });
  expect((await materialOf(app, me.owner, given([theirs, 'gone']))).files).toEqual([]);
});

test('the material of an email or of code comes from its read model', async () => {
  const email = { subject: 'Hello', body: 'A request.', recipients: 2 };
  const code = { statement: 'Add', language: 'python', source: 'print(1)', examples: null };
  const proof = { ...app.proof, email: async () => email, code: async () => code };
  expect(await materialOf({ ...app, proof }, me.owner, { ...given([]), emailTaskId: 'e1' })).toMatchObject({ kind: 'email', email });
  expect(await materialOf({ ...app, proof }, me.owner, { ...given([]), codeTaskId: 'c1' })).toMatchObject({ kind: 'coding', code });
});
