import type { Criterion } from '../../../ports/reviewer.ts';

/** A criterion of a rubric, with its share in the whole. */
export interface Scored extends Criterion {
  readonly weight: number;
}

export interface Findings {
  readonly criteria: readonly Scored[];
  /** What the rubric examined, such as `2 links`. */
  readonly lookedAt: readonly string[];
  /** The highest possible score, if something speaks against acceptance. */
  readonly atMost?: number;
}

/**
 * A check of a rubric. The points of all checks of a criterion add up to 100. It also has the advice that is given if
 * it did not get all its points.
 */
export interface Check {
  readonly points: number;
  /** From 0 (not met) to 1 (met). */
  readonly met: number;
  readonly advice: string;
}

/** A criterion made of checks. `praise` is said when all of them are met. */
export function scored(name: string, weight: number, checks: readonly Check[], praise: string): Scored {
  const score = Math.floor(checks.reduce((sum, { points, met }) => sum + points * met, 0) + 1e-9);
  const advice = checks.filter(({ met }) => met < 1).map((check) => check.advice);
  return { name, weight, score: Math.min(100, score), comment: advice.length === 0 ? praise : advice.join(' ') };
}

/** A condition as the measure of a check. */
export const whether = (condition: boolean): number => (condition ? 1 : 0);

/** The share of what is wanted that is there, from 0 to 1. */
export const shareOf = (there: number, wanted: number): number => Math.min(1, there / wanted);

/** Only the beginning of a longer text is examined, so that a rubric takes milliseconds whatever is submitted. */
export const MOST_CHARACTERS = 10_000;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });
/** English words that say nothing about a subject. */
const EMPTY = new Set('the and for with from that this was were are has have had its into per all any our your you not but'.split(' '));
const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;
const SHORTEST_LATIN = 3;
const STEM = 4;

export const beginningOf = (text: string): string => text.slice(0, MOST_CHARACTERS).toWellFormed();

/** The words of a text in lower case, also of languages that are written without spaces. */
export function wordsOf(text: string): string[] {
  return [...SEGMENTER.segment(beginningOf(text))].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment.toLowerCase()] : []));
}

/** The words that say something about a subject, each once. */
export function topicsOf(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => !(EMPTY.has(word) || (LATIN.test(word) && word.length < SHORTEST_LATIN))));
}

/** Whether `word` begins like one of the stems, so that endings make no difference. */
export function isAmong(word: string, stems: ReadonlySet<string>): boolean {
  return stems.has(stemOf(word));
}

export const stemsOf = (words: Iterable<string>): Set<string> => new Set([...words].map(stemOf));

const stemOf = (word: string): string => word.slice(0, STEM);
