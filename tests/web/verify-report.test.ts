import { describe, expect, it } from 'vitest';
import { type ChosenFiles, checkFiles } from '../../web/verify-report/check-files.ts';
import { FACTS, ORIGIN, signingHouse } from '../support/papers.ts';

const own = signingHouse();
const other = signingHouse();
const OTHER_ORIGIN = 'https://other.example';
const ownKeys = await own.keys();
const otherKeys = { ...(await other.keys()), origin: OTHER_ORIGIN };
const head = await other.head(9);
const foreign = await other.paper(head, FACTS, undefined, OTHER_ORIGIN);

const fileOf = (content: Buffer | string, name = 'chosen'): File => new File([new Uint8Array(Buffer.from(content))], name);
const verdictOn = (paper: Buffer, part: Partial<ChosenFiles> = {}) =>
  checkFiles({ paper: fileOf(paper), earlier: null, proofs: [], keys: null, ...part }, ownKeys);

describe('the page that checks a paper', () => {
  it('compares the keys of its own installation with a paper of it', async () => {
    expect(await verdictOn(await own.paper(await own.head(9)))).toMatchObject({ exit: 0, title: 'Unchanged' });
  });

  it('says of a paper of another installation where its keys are, and compares them when they are chosen', async () => {
    expect(await verdictOn(foreign)).toMatchObject({
      exit: 2,
      text: expect.stringContaining(`save ${OTHER_ORIGIN}/.well-known/vouch-keys.json and choose it above`),
    });
    expect(await verdictOn(foreign, { keys: fileOf(JSON.stringify(otherKeys)) })).toMatchObject({
      exit: 0,
      text: expect.stringContaining(`${OTHER_ORIGIN} signed it`),
    });
  });

  it('refuses a paper that is not of the installation whose keys were chosen, or not signed by one of them', async () => {
    expect(await verdictOn(foreign, { keys: fileOf(JSON.stringify(ownKeys)) })).toMatchObject({
      exit: 1,
      text: expect.stringContaining(`the keys are those of ${ORIGIN}`),
    });
    const forged = fileOf(JSON.stringify({ ...ownKeys, origin: OTHER_ORIGIN }));
    expect(await verdictOn(foreign, { keys: forged })).toMatchObject({ exit: 1, text: expect.stringContaining('not among the keys') });
  });

  it.each(['', '{}', '<!doctype html>', '{"origin":"nowhere","keys":[]}'])('says that %j is no list of keys', async (text) => {
    expect(await verdictOn(foreign, { keys: fileOf(text, 'keys.json') })).toMatchObject({
      exit: 1,
      title: 'Not checked',
      text: expect.stringContaining('keys.json is no list of keys'),
    });
  });
});
