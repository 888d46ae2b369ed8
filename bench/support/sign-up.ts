import { setTimeout as pause } from 'node:timers/promises';
import { PASSWORD } from './fill.ts';
import { Person } from './person.ts';

const [TRIES, PAUSE_MS] = [600, 100];

/**
 * Signs somebody up at a program in development mode, by the link of the mail, in one browser.
 * @throws Error when no mail comes within a minute, or when a call is refused
 */
export async function signUp(url: string, email: string): Promise<Person> {
  const person = new Person(url);
  await person.need(201, 'POST', '/api/auth/signup', { email, password: PASSWORD, full_name: 'Ada Ode', timezone: 'Europe/Berlin' });
  await person.need(200, 'POST', '/api/auth/confirm', { token: await mailedToken(person, email) });
  return person;
}

async function mailedToken(person: Person, email: string): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const mails = await person.need<{ text: string }[]>(200, 'GET', `/dev/mailbox.json?to=${encodeURIComponent(email)}&limit=1`);
    const token = /\/auth\/confirm\?token=(\w+)/.exec(mails[0]?.text ?? '')?.[1];
    if (token !== undefined) return token;
    await pause(PAUSE_MS);
  }
  throw new Error(`No mail came for ${email}.`);
}
