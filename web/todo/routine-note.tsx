import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useOwnerClock } from '../api/owner-clock.ts';
import { routinesQuery } from '../api/routines.ts';
import { parseRRule } from '../recurrence/rule.ts';
import { ruleWords } from '../recurrence/rule-words.ts';
import { Note } from '../ui/note.tsx';

const addressOf = (id: string): string => `/todo?tab=routines&routine=${encodeURIComponent(id)}`;

/** The routine that made a task, and its rule; a routine that was ended is only said to be one. */
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

/** While one of a routine is edited: this one, or this and later. */
export const RoutineNote = ({ id }: { id: string }) => (
  <Note icon={Repeat} title="Only this one.">
    What you change here holds for this day alone.{' '}
    <Link className="link" to={addressOf(id)}>
      Change this and later
    </Link>
  </Note>
);
