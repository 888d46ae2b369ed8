import { plural } from '../../../contracts/words/format.ts';
import { ACCEPTED_FROM, type CodingSubmission } from '../../../ports/reviewer.ts';
import { beginningOf, type Findings, isAmong, type Scored, scored, shareOf, stemsOf, topicsOf, whether } from './findings.ts';

export function judgeCode({ task, code }: CodingSubmission): Findings {
  const source = beginningOf(code.source);
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  const statements = lines.filter((line) => !COMMENT.test(line)).length;
  const { examples } = code;
  const matter = code.statement ?? task.requirement ?? task.title;
  return {
    criteria: [
      ...(examples === null ? [] : [judgeExamples(examples)]),
      judgeCompleteness(source, statements),
      judgeFit(source, matter),
      judgeReadability(lines),
    ],
    lookedAt: [
      `the code (${plural(lines.length, 'line')}), which it did not run`,
      ...(code.statement === null ? [] : ['the statement']),
      ...(examples === null ? [] : [`the results of ${plural(examples.total, 'example')}`]),
    ],
    // Code that fails an example is wrong, however well it is written. A submission without code is no solution.
    ...(examples !== null && examples.passed < examples.total && { atMost: ACCEPTED_FROM - 1 }),
    ...(statements === 0 && { atMost: 0 }),
  };
}

function judgeExamples({ passed, total }: { readonly passed: number; readonly total: number }): Scored {
  const advice = `It passes ${passed} of ${total} examples.`;
  return scored('Examples', 50, [{ points: 100, met: total === 0 ? 0 : passed / total, advice }], 'It passes all examples.');
}

const ENOUGH_LINES = 5;
const COMMENT = /^\s*(?:\/\/|#|\*|\/\*)/;
const UNFINISHED = /\b(?:TODO|FIXME|NotImplemented(?:Error)?)\b|not implemented|^[ \t]*(?:pass|\.\.\.)[ \t]*$/im;

function judgeCompleteness(source: string, statements: number): Scored {
  return scored(
    'Completeness',
    50,
    [
      { points: 40, met: shareOf(statements, ENOUGH_LINES), advice: 'There are few lines of code.' },
      { points: 60, met: whether(statements > 0 && !UNFINISHED.test(source)), advice: 'Something is left for later, or not implemented.' },
    ],
    'Nothing seems to be left for later.',
  );
}

const ENOUGH_NAMES = 3;

/** Names such as `twoSum` and `two_sum` are words of the statement, too. */
function judgeFit(source: string, matter: string): Scored {
  const names = topicsOf(source.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[^\p{L}\p{N}]+/gu, ' '));
  const stems = stemsOf(names);
  const wanted = [...topicsOf(matter.replaceAll(/[^\p{L}\p{N}]+/gu, ' '))];
  const found = wanted.filter((word) => isAmong(word, stems)).length;
  const met = shareOf(found, Math.max(1, Math.min(ENOUGH_NAMES, wanted.length)));
  return scored(
    'Fit',
    25,
    [{ points: 100, met, advice: 'The code names little of what the statement is about.' }],
    'The code names what the statement is about.',
  );
}

const LONG_LINE = 120;

function judgeReadability(lines: readonly string[]): Scored {
  const indents = new Set(lines.flatMap((line) => /^[ \t]+/.exec(line)?.[0].replaceAll(/(.)\1*/g, '$1') ?? []));
  const hasLongLine = lines.some((line) => line.length > LONG_LINE);
  const names = lines.join('\n').match(/\p{L}[\p{L}\p{N}_]*/gu) ?? [];
  const long = names.filter((name) => name.length >= 3).length;
  return scored(
    'Readability',
    25,
    [
      { points: 40, met: whether(lines.length > 0 && !hasLongLine), advice: `Some lines have more than ${LONG_LINE} characters.` },
      { points: 30, met: whether(lines.length > 0 && indents.size <= 1), advice: 'Tabs and spaces are mixed.' },
      { points: 30, met: names.length === 0 ? 0 : shareOf(long / names.length, 0.5), advice: 'Many names have one or two letters.' },
    ],
    'Lines, names and indentation are easy to read.',
  );
}
