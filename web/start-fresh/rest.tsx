import { plural } from '../../src/contracts/words/format.ts';
import type { MissLine } from '../tasks/misses.ts';
import { Button } from '../ui/button.tsx';
import type { Answer, Answered } from './answers.ts';
import styles from './start-fresh.module.css';

interface RestProps {
  readonly open: readonly MissLine[];
  readonly onAnswer: (answered: readonly Answered[]) => void;
  readonly tomorrow: string;
  /** Whether the routine of the line makes its next occurrence by itself. */
  readonly goesOn: (line: MissLine) => boolean;
}

/** One press for all lines that have no answer yet. */
export function Rest({ open, onAnswer, tomorrow, goesOn }: RestProps) {
  const all = (answer: Answer) => open.map((line) => ({ line, answer }));
  const againOrOn = (line: MissLine): Answer => (goesOn(line) ? { kind: 'go on' } : { kind: 'again', due: { dueDate: tomorrow } });
  const going = open.filter(goesOn).length;
  return (
    <div className={styles.rest}>
      <p>
        <b>{open.length === 1 ? '1 line is left' : `${plural(open.length, 'line')} are left`}</b>{' '}
        {going === open.length
          ? 'Routines go on by themselves.'
          : `Tomorrow at ${open.length === 1 ? 'its old time' : 'their old times'}${going > 0 ? '; routines go on by themselves' : ''}.`}
      </p>
      <Button variant="ghost" onClick={() => onAnswer(all({ kind: 'archive' }))}>
        Archive the rest
      </Button>
      <Button onClick={() => onAnswer(all({ kind: 'drop' }))}>Drop the rest</Button>
      <Button variant="primary" onClick={() => onAnswer(open.map((line) => ({ line, answer: againOrOn(line) })))}>
        The rest again tomorrow
      </Button>
    </div>
  );
}
