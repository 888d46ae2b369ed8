import { describe, expect, it } from 'vitest';
import type { PageReading } from '../../../src/ports/pages.ts';
import { webPages } from '../../../src/providers/pages/web.ts';
import { type Answers, openSite } from './site.ts';

async function read(answers: Answers, path: string): Promise<PageReading> {
  const site = await openSite(answers);
  const pages = webPages({ contact: null, resolve: async () => ['127.0.0.1'], allow: [site.place] });
  return pages.read(`http://questions.example:${site.port}${path}`);
}
const QUESTION = `<h1>Sums</h1><p>Add all numbers and print their sum.</p><h2>Sample Input</h2><pre>1 2</pre><h2>Sample Output</h2><pre>3</pre>`;

describe('a page of the web', () => {
  it('is read from its address', async () => {
    expect(await read({ '/sums': QUESTION }, '/sums')).toEqual({
      outcome: 'read',
      question: {
        title: 'Sums',
        statement: '# Sums\n\nAdd all numbers and print their sum.\n\n## Sample Input\n\n```\n1 2\n```\n\n## Sample Output\n\n```\n3\n```',
        examples: [{ input: '1 2', output: '3', explanation: null }],
        constraints: [],
        kind: 'stdio',
        signature: null,
      },
    });
  });

  it('may be a file of text', async () => {
    const answers: Answers = {
      '/sums.md': (_, response) => response.writeHead(200, { 'content-type': 'text/markdown' }).end('# Sums\n\nAdd.'),
    };
    expect(await read(answers, '/sums.md')).toMatchObject({ outcome: 'read', question: { title: 'Sums', statement: '### Sums\n\nAdd.' } });
  });

  it('may not be another file', async () => {
    const answers: Answers = { '/': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF') };
    expect(await read(answers, '/')).toEqual({
      outcome: 'unreadable',
      reason: 'At this address is a file (application/pdf) and no page with text.',
    });
  });

  it('that sends people to sign in first is not read', async () => {
    const answers: Answers = {
      '/sums': (_, response) => response.writeHead(302, { location: '/users/sign_in?next=1' }).end(),
      '/users/sign_in?next=1': QUESTION,
    };
    expect(await read(answers, '/sums')).toEqual({
      outcome: 'unreadable',
      reason: 'The site shows this page only to people who have signed in.',
    });
  });
});

describe('a refusal', () => {
  const pages = webPages({
    contact: null,
    resolve: async (name) => (name === 'inside.example' ? ['10.0.0.1'] : []),
  });

  it('tells an address that is forbidden from a page that cannot be read', async () => {
    expect(await pages.read('http://169.254.169.254/latest')).toMatchObject({ outcome: 'forbidden' });
    expect(await pages.read('http://inside.example/')).toMatchObject({ outcome: 'forbidden' });
    expect(await pages.read('http://outside.example:22/')).toMatchObject({ outcome: 'forbidden' });
    expect(await pages.read('https://nowhere.example/')).toEqual({
      outcome: 'unreadable',
      reason: 'There is no site named “nowhere.example”.',
    });
  });
});

it('a statement that was pasted is read without asking anybody', () => {
  const pages = webPages({ contact: null, resolve: () => Promise.reject(new Error('asked')) });
  expect(pages.readStatement('# Sums\n\nInput: 1 2\nOutput: 3')).toMatchObject({
    title: 'Sums',
    examples: [{ input: '1 2', output: '3' }],
  });
});
