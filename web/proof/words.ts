import { clockTime, dayAtTime, dayWord, duration, weekdayName } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { MarkName } from '../../src/contracts/words/marks.ts';
import { ON_YOUR_WORD, onYourWord } from '../../src/contracts/words/marks.ts';
import { daysBetween } from '../../src/contracts/words/phrases/days.ts';
import { isAhead, type Review, type Submission, type Verification } from '../api/verifications.ts';
import { localTime, moment } from '../lib/calendar.ts';
import { TYPE_NAMES } from './address.ts';

interface Here {
  readonly zone: string;
  readonly today: string;
}

/** For example 'System design'. 'No proof' appears only for an appeal. */
export const typeWords = ({ type }: Pick<Verification, 'type'>): string => (type === 'none' ? 'No proof' : TYPE_NAMES[type]);

/** For example '20 h 18 min', or 'less than a minute'. Null after the instant has passed. `now` is in milliseconds. */
export function leftWords(until: string, now: number): string | null {
  const left = Date.parse(until) - now;
  if (left < 0) return null;
  return left < 60_000 ? 'less than a minute' : duration(Math.floor(left / 60_000));
}

const HURRY = 2 * 3_600_000;
export const leftTone = (until: string, now: number): 'missed' | 'due' => (Date.parse(until) - now < HURRY ? 'missed' : 'due');

/** A future instant in the shortest clear form: '14:30', 'Fri 10:30', '9 Dec 10:30'. */
export function ahead(at: string, { zone, today }: Here): string {
  const { date, time } = localTime(at, zone);
  const away = daysBetween(today, date);
  if (away === 0) return clockTime(time);
  return away > 0 && away < 7 ? `${weekdayName(date).slice(0, 3)} ${clockTime(time)}` : dayAtTime(date, time, today);
}

/** For example 'today 14:30', 'Wed 18 Nov 14:30'. */
export function dayAndTime(at: string, { zone, today }: Here): string {
  const { date, time } = localTime(at, zone);
  return `${dayWord(date, today)} ${clockTime(time)}`;
}

/** For example 'due today 18:00', 'due tomorrow' at the end of that day, 'no due date'. */
export function dueWords(at: string | null, here: Here): string {
  if (at === null) return 'no due date';
  return `due ${at.endsWith(':59.999Z') ? dayWord(localTime(at, here.zone).date, here.today) : dayAndTime(at, here)}`;
}

const momentWords = (at: string, { zone, today }: Here): string => {
  const words = moment(at, zone, today);
  return /^\d\d:/.test(words) ? `today ${words}` : words;
};

type Judge = Review['judge'];

/** Display names of checks. Unknown checks keep the program's name. */
const CHECKS: Readonly<Record<string, string>> = {
  github: 'GitHub',
  gmail: 'Gmail',
  smtp: 'the mail server',
  // The mailbox that stands in for a mail server while the program is developed.
  development: 'the mail server',
};

/** For example 'Søren', 'AI review', 'On your word', as a heading. */
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
const byWords = ({ kind, name }: Judge): string => (kind === 'partner' && name ? sentence`by ${name}` : BY[kind]);

/** Accepted on the owner's own word means that nobody judged it. */
export const isOnWord = ({ state, decision }: Pick<Verification, 'state' | 'decision'>): boolean =>
  state === 'verified' && decision?.judge.kind === 'self';

/** For example 'accepted by Søren', 'no proof by the deadline'. */
export function decidedWords(one: Verification): string {
  if (one.corrected) return 'appeal accepted, the miss stays';
  if (one.state === 'expired') return 'no proof by the deadline';
  if (isOnWord(one)) return onYourWord;
  const word = one.state === 'verified' ? 'accepted' : 'rejected';
  return one.decision ? `${word} ${byWords(one.decision.judge)}` : word;
}

/** For an expiry this is the proof deadline. */
export const decidedAt = (one: Verification): string => one.decision?.at ?? one.proofDueAt ?? one.updatedAt;

const lastOf = ({ submissions }: Verification): Submission | undefined => submissions.at(-1);

/** For example 'completed today 10:22', 'sent back Wed 18:02', 'sent today 12:04'. */
export function lastWords(one: Verification, here: Here): string {
  const last = lastOf(one);
  if (isAhead(one)) return one.dueAt ? `due ${ahead(one.dueAt, here)}` : 'no due date';
  if (one.state === 'in_review') return `sent ${momentWords(last?.at ?? one.updatedAt, here)}`;
  if (one.state === 'rejected') return `sent back ${momentWords(one.decision?.at ?? one.updatedAt, here)}`;
  return last ? 'the proof was withdrawn' : `completed ${momentWords(one.updatedAt, here)}`;
}

/** The first name only, to save space. */
const firstName = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

/** The judge: 'with Søren Lind'. `isShort` uses the first name. */
export function withWords({ judge, partner }: Pick<Verification, 'judge' | 'partner'>, isShort = false): string {
  if (judge === 'partner') return sentence`with ${partner === null ? 'your partner' : isShort ? firstName(partner) : partner}`;
  return judge === 'ai' ? 'with the AI' : 'being checked';
}

/** Who will receive a proof that is submitted now. `aiToo`: the AI comments in addition to the partner. */
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

/** An open task that asks for proof keeps its open box. */
export function markOfVerification(one: Verification): MarkName {
  if (one.corrected) return 'late';
  if (one.state === 'not_required') return 'missed';
  if (isOnWord(one)) return 'on_word';
  return isAhead(one) ? 'pending' : one.state;
}
