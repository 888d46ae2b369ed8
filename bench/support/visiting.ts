import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from './person.ts';

/** Between two requests. */
export const EVERY_MS = 50;
/** What somebody does, in turn. */
const CALLS = [
  ['GET', '/api/tasks?limit=50'],
  ['GET', '/api/streaks'],
  ['POST', '/api/tasks'],
  ['GET', '/api/alerts/active'],
  ['GET', '/api/reports/weekly'],
] as const;

/**
 * Milliseconds of a person's requests. They are sent at fixed instants, whether or not the earlier ones have been answered, so
 * that a program that stands still makes all of them slow and not only one.
 */
export async function visit(person: Person, forMs: number): Promise<readonly number[]> {
  const asked: Promise<number>[] = [];
  const end = performance.now() + forMs;
  for (let turn = 0; performance.now() < end; turn += 1) {
    asked.push(ask(person, turn));
    await pause(EVERY_MS);
  }
  return Promise.all(asked);
}

async function ask(person: Person, turn: number): Promise<number> {
  const [method, path] = CALLS[turn % CALLS.length] as (typeof CALLS)[number];
  const answer = await person.ask(method, path, method === 'POST' ? { title: `Water the plants ${turn}` } : undefined);
  if (answer.status !== (method === 'POST' ? 201 : 200)) throw new Error(`${method} ${path} gave ${answer.status}: ${answer.text}`);
  return answer.ms;
}
