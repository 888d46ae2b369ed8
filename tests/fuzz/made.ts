import type { Client } from '../support/client.ts';
import type { Served } from '../support/served.ts';

/** What the cookie of somebody's session says. */
export const cookieOf = ({ cookie }: Client): string => cookie?.slice(cookie.indexOf('=') + 1) ?? '';
export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** The id of what was made. @throws Error with the refusal */
export async function made(answer: ReturnType<Client['post']>): Promise<string> {
  const { status, body, text } = await answer;
  if (status !== 201) throw new Error(`It was not made: ${text}`);
  return body.id;
}

const TRIES = 50;

/** The secret of a link in the newest mail to somebody. What is mailed after an answer is waited for. */
export async function inMail(served: Served, to: string, pattern: RegExp): Promise<string> {
  for (let left = TRIES; left > 0; left -= 1) {
    const found = (await served.mails(to)).map(({ text }) => pattern.exec(text)?.[1]).find((secret) => secret !== undefined);
    if (found !== undefined) return found;
    await served.advance('PT1S');
  }
  throw new Error(`No mail to ${to} has ${pattern}.`);
}
