import { describe, expect, test } from 'vitest';
import { searchText } from '../../src/contracts/search.ts';
import { MOST_TERMS, parseSearch, type SearchTerm } from '../../src/contracts/words/search-query.ts';
import { needle, searchable, searchTag, searchWords } from '../../src/contracts/words/search-words.ts';

const termsOf = (text: string): readonly SearchTerm[] => {
  const read = parseSearch(text);
  if ('fault' in read) throw new Error(read.fault);
  return read.terms;
};
const faultOf = (text: string): string | null => {
  const read = parseSearch(text);
  return 'fault' in read ? read.fault : null;
};
const words = (text: string, more: object = {}) => ({ kind: 'words', words: text, whole: false, not: false, ...more });

describe('the words of a text', () => {
  test.each([
    ['E-mail the Łódź report!', 'e mail the lodz report'],
    ['don’t', 'don t'],
    ['ＡＢＣ １２', 'abc 12'],
    ['Straße ΟΔΌΣ', 'strasse οδοσ'],
    ['…', ''],
    ['東京都庁。に行く', '東京都庁 に行く'],
    ['新iPhone用', '新 iphone 用'],
    ['コーヒー', 'コーヒー'],
    ['ｶﾞｷﾞ', 'ガギ'],
    ['กินข้าว', 'กินข้าว'],
    ['नमस्ते दुनिया', 'नमस्ते दुनिया'],
    ['한국어', '한국어'],
    ['under_score a/b 3.14', 'under score a b 3 14'],
  ])('of %s are %s', (text, expected) => {
    expect(searchWords(text)).toBe(expected);
    expect(searchWords(expected)).toBe(expected);
  });
});

describe('words are found', () => {
  const finds = (sought: string, text: string, whole = false): boolean =>
    searchable([searchWords(text)]).includes(needle(searchWords(sought), whole));

  test.each([
    ['repo', 'The Report', true],
    ['port', 'The Report', false],
    ['e-mail', 'Write an E-Mail', true],
    ['e-mai', 'Write an e-mail', true],
    ['e-mail', 'mail e', false],
    ['e-mail', 'be mail', false],
    ['都庁', '東京都庁に行く', true],
    ['京都', '東京都庁に行く', true],
    ['京に', '東京都庁に行く', false],
    ['iph', '新iPhone用', true],
    ['hone', '新iPhone用', false],
    ['ข้าว', 'กินข้าว', true],
    ['か', 'がっこう', false],
    ['국', '한국어', false],
  ])('%s in %s: %s', (sought, text, expected) => expect(finds(sought, text)).toBe(expected));

  test('whole, if they are in quotation marks', () => {
    expect(finds('the report', 'The report.', true)).toBe(true);
    expect(finds('the repo', 'The report.', true)).toBe(false);
    expect(finds('he report', 'The report.', true)).toBe(false);
    expect(finds('都庁', '東京都庁に行く', true)).toBe(true);
  });

  test('in one text, not across two', () => {
    expect(searchable(['buy milk', 'today']).includes(needle('milk today', false))).toBe(false);
    expect(searchable(['buy milk', 'today']).includes(needle('buy milk', true))).toBe(true);
  });
});

test('a tag is compared as a whole, with its signs', () => {
  expect([searchTag('C++'), searchTag('Łódź  old'), searchTag('🎉')]).toEqual(['c++', 'lodz old', '🎉']);
});

describe('a query', () => {
  test('has terms of each kind, each of which can be excluded', () => {
    expect(termsOf('milk "two words" #tag #"two words" is:open priority:none due:week')).toEqual([
      words('milk'),
      words('two words', { whole: true }),
      { kind: 'tag', tag: 'tag', not: false },
      { kind: 'tag', tag: 'two words', not: false },
      { kind: 'state', state: 'open', not: false },
      { kind: 'priority', priority: 'none', not: false },
      { kind: 'due', due: 'week', not: false },
    ]);
    expect(termsOf('-milk -"two words" -#tag -is:archived')).toEqual([
      words('milk', { not: true }),
      words('two words', { whole: true, not: true }),
      { kind: 'tag', tag: 'tag', not: true },
      { kind: 'state', state: 'archived', not: true },
    ]);
  });

  test('takes a date and a range of dates', () => {
    expect(termsOf('due:2026-11-30 due:2026-11-01..2026-11-30')).toEqual([
      { kind: 'due', due: { from: '2026-11-30', to: '2026-11-30' }, not: false },
      { kind: 'due', due: { from: '2026-11-01', to: '2026-11-30' }, not: false },
    ]);
  });

  test('is read without regard to case, width and the kind of quotation mark', () => {
    expect(termsOf('IS:Open')).toEqual(termsOf('is:open'));
    expect(termsOf('ｉｓ：open')).toEqual(termsOf('is:open'));
    for (const quoted of ['“two words”', '„two words“', '«two words»', '＂two words＂'])
      expect(termsOf(quoted)).toEqual(termsOf('"two words"'));
  });

  test('leaves out terms without a letter or a digit', () => {
    expect(termsOf('rock & roll - # ""')).toEqual([words('rock'), words('roll')]);
    expect(termsOf('!!!')).toEqual([]);
  });

  test('takes other names with a colon as words', () => {
    expect(termsOf('note:milk')).toEqual([words('note milk')]);
  });

  test('ends a term before a quotation mark', () => {
    expect(termsOf('milk"two words"bread')).toEqual([words('milk'), words('two words', { whole: true }), words('bread')]);
  });

  test.each([
    ['is:done', 'There is no is:done.'],
    ['is:', 'There is no is:.'],
    ['milk priority:urgent', 'There is no priority:urgent.'],
    ['due:someday', 'There is no due:someday.'],
    ['due:2026-02-30', 'There is no due:2026-02-30.'],
    ['due:2101-01-01', 'There is no due:2101-01-01.'],
    ['due:2026-11-30..2026-11-29', 'There is no due:2026-11-30..2026-11-29.'],
    ['due:2026-11-30..', 'There is no due:2026-11-30...'],
    ['-is:done', 'There is no is:done.'],
    ['milk "two words', 'The quotation mark of "two words is not closed.'],
    ['-#"two words', 'The quotation mark of -#"two words is not closed.'],
    ['27" wide', 'The quotation mark of " wide is not closed.'],
  ])('%s is refused, and the sentence names what is wrong', (text, sentence) => {
    expect(faultOf(text)).toContain(sentence);
    const { success, error } = searchText.safeParse(text);
    expect([success, error?.issues.map(({ message }) => message)]).toEqual([false, [faultOf(text)]]);
  });

  test('has at most ten terms and 200 characters', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');
    expect(termsOf(many(MOST_TERMS))).toHaveLength(10);
    expect(faultOf(many(MOST_TERMS + 1))).toBe('At most 10 terms.');
    expect(searchText.safeParse('😀'.repeat(200)).success).toBe(true);
    expect(searchText.safeParse('😀'.repeat(201)).success).toBe(false);
    expect(searchText.safeParse(' \t ').success).toBe(false);
  });
});
