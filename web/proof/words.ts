import { ON_YOUR_WORD, onYourWord } from '../../src/contracts/words/on-word.ts';
import { isAhead, type Review, type Submission, type Verification } from '../api/verifications.ts';
import { daysBetween, localTime } from '../lib/calendar.ts';
import { dayMonth, dayWord, duration, moment, weekdayName } from '../lib/words.ts';
import type { MarkName } from '../ui/mark.tsx';
import { TYPE_NAMES } from './address.ts';

interface Here {
  readonly zone: string;
  readonly today: string;
}

/** The kind of proof: 'System design'. What asks for none is only here for its appeal. */
export const typeWords = ({ type }: Pick<Verification, 'type'>): string => (type === 'none' ? 'No proof' : TYPE_NAMES[type]);

/** What is left until an instant: '20 h 18 min', or 'less than a minute'. Null once it has passed. `now` is in milliseconds. */
export function leftWords(until: string, now: number): string | null {
  const left = Date.parse(until) - now;
  if (left < 0) return null;
  return left < 60_000 ? 'less than a minute' : duration(Math.floor(left / 60_000));
}

const HURRY = 2 * 3_600_000;
export const leftTone = (until: string, now: number): 'missed' | 'due' => (Date.parse(until) - now < HURRY ? 'missed' : 'due');

/** An instant ahead in the shortest form that is still clear: '14:30', 'Fri 10:30', '9 Dec 10:30'. */
export function ahead(at: string, { zone, today }: Here): string {
  const { date, time } = localTime(at, zone);
  const away = daysBetween(today, date);
  if (away === 0) return time;
  return away > 0 && away < 7 ? `${weekdayName(date).slice(0, 3)} ${time}` : `${dayMonth(date, today)} ${time}`;
}

/** An instant on any day: 'today 14:30', 'Wed 18 Nov 14:30'. */
export function dayAndTime(at: string, { zone, today }: Here): string {
  const { date, time } = localTime(at, zone);
  return `${dayWord(date, today)} ${time}`;
}

/** When a task is due: 'due today 18:00', 'due tomorrow' at the end of that day, 'no due date'. */
export function dueWords(at: string | null, here: Here): string {
  if (at === null) return 'no due date';
  return `due ${at.endsWith(':59.999Z') ? dayWord(localTime(at, here.zone).date, here.today) : dayAndTime(at, here)}`;
}

const momentWords = (at: string, { zone, today }: Here): string => {
  const words = moment(at, zone, today);
  return /^\d\d:/.test(words) ? `today ${words}` : words;
};

type Judge = Review['judge'];

/** The names of checks as people know them. Others are shown as the program calls them. */
const CHECKS: Readonly<Record<string, string>> = { github: 'GitHub', gmail: 'Gmail', smtp: 'the mail server' };

/** Who judged, as the name of a paragraph: 'Søren', 'AI review', 'On your word'. */
export function judgeName({ kind, name }: Judge): string {
  if (kind === 'partner') return name ?? 'Your partner';
  if (kind === 'ai') return 'AI review';
  if (kind === 'rubric') return 'Review by written criteria';
  return kind === 'check' ? (name ? `Checked: ${CHECKS[name] ?? name}` : 'Checked') : ON_YOUR_WORD;
}

const BY: Readonly<Record<Judge['kind'], string>> = {
  check: 'by a check',
  partner: 'by your partner',
  ai: 'by the AI',
  rubric: 'by written criteria',
  self: onYourWord,
};
const byWords = ({ kind, name }: Judge): string => (kind === 'partner' && name ? `by ${name}` : BY[kind]);

/** Whether the proof was accepted on the owner's own word: nobody judged it. */
export const isOnWord = ({ state, decision }: Pick<Verification, 'state' | 'decision'>): boolean =>
  state === 'verified' && decision?.judge.kind === 'self';

/** What was decided, for a row: 'accepted by Søren', 'no proof by the deadline'. */
export function decidedWords(one: Verification): string {
  if (one.corrected) return 'appeal accepted, the miss stays';
  if (one.state === 'expired') return 'no proof by the deadline';
  if (isOnWord(one)) return onYourWord;
  const word = one.state === 'verified' ? 'accepted' : 'rejected';
  return one.decision ? `${word} ${byWords(one.decision.judge)}` : word;
}

/** When it was decided. An expiry is the end of the time for proof. */
export const decidedAt = (one: Verification): string => one.decision?.at ?? one.proofDueAt ?? one.updatedAt;

const lastOf = ({ submissions }: Verification): Submission | undefined => submissions.at(-1);

/** What happened last, for a row that waits: 'completed today 10:22', 'sent back Wed 18:02', 'sent today 12:04'. */
export function lastWords(one: Verification, here: Here): string {
  const last = lastOf(one);
  if (isAhead(one)) return one.dueAt ? `due ${ahead(one.dueAt, here)}` : 'no due date';
  if (one.state === 'in_review') return `sent ${momentWords(last?.at ?? one.updatedAt, here)}`;
  if (one.state === 'rejected') return `sent back ${momentWords(one.decision?.at ?? one.updatedAt, here)}`;
  return last ? 'the proof was withdrawn' : `completed ${momentWords(one.updatedAt, here)}`;
}

/** The first of somebody's names, for places with little room. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** Who has it: 'with Søren Lind', or with the first name alone where there is little room. */
export function withWords({ judge, partner }: Pick<Verification, 'judge' | 'partner'>, isShort = false): string {
  if (judge === 'partner') return `with ${partner === null ? 'your partner' : isShort ? firstName(partner) : partner}`;
  return judge === 'ai' ? 'with the AI' : 'being checked';
}

/** Who will get a proof that is given now. `aiToo`: the AI comments beside the partner. */
export function goesTo({ judge, partner }: Pick<Verification, 'judge' | 'partner'>, aiToo: boolean): string {
  if (judge === 'partner') return `Goes to ${partner ?? 'your partner'}${aiToo ? ' and the AI' : ''}`;
  if (judge === 'ai') return 'Goes to the AI';
  return judge === 'check' ? 'Checked by Vouch' : `Nobody else looks: it counts ${onYourWord}`;
}

export const SUBMISSION_WORDS: Readonly<Record<Submission['state'], string>> = {
  in_review: 'In review',
  accepted: 'Accepted',
  rejected: 'Sent back',
  withdrawn: 'Withdrawn',
};

/** The mark of a verification. What waits for proof of an open task is that task's open box. */
export function markOfVerification(one: Verification): MarkName {
  if (one.corrected) return 'late';
  if (one.state === 'not_required') return 'missed';
  if (isOnWord(one)) return 'on_word';
  return isAhead(one) ? 'pending' : one.state;
}
