import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useOwnerClock } from '../api/owner-clock.ts';
import { routinesQuery } from '../api/routines.ts';
import { parseRRule } from '../recurrence/rule.ts';
import { ruleWords } from '../recurrence/rule-words.ts';
import { Note } from '../ui/note.tsx';

const addressOf = (id: string, from: string | null = null): string =>
  `/todo?tab=routines&routine=${encodeURIComponent(id)}${from === null ? '' : `&from=${from}`}`;

/** The routine that created a task, with its rule. A routine that has ended is not named. */
export function RoutineFact({ id }: { id: string }) {
  const { today } = useOwnerClock();
  const routine = useQuery(routinesQuery()).data?.find((one) => one.id === id);
  if (!routine) return 'One of a routine';
  const rule = parseRRule(routine.rrule, routine.startDate);
  return (
    <>
      <Link className="link" to={addressOf(id)}>
        {routine.title}
      </Link>
      <span className="q3 block">{rule ? ruleWords(rule, today) : routine.rrule}</span>
    </>
  );
}

/** A note above the form while a routine's task is edited: this task alone is changed, unless this and later ones are chosen. `from`: its day. */
export const RoutineNote = ({ id, from }: { id: string; from: string | null }) => (
  <Note icon={Repeat} title="Only this one.">
    What you change here holds for this day alone.{' '}
    <Link className="link" to={addressOf(id, from)}>
      Change this and later
    </Link>
  </Note>
);
