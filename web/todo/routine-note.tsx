import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { Link } from 'react-router-dom';
import { routinesQuery } from '../api/routines.ts';
import { useHere } from '../ledger/here.ts';
import { readRRule } from '../ledger/rule.ts';
import { ruleWords } from '../ledger/rule-words.ts';
import { Note } from '../ui/note.tsx';

const addressOf = (id: string): string => `/todo?tab=routines&routine=${encodeURIComponent(id)}`;

/** The routine that made a task, and its rule; a routine that was ended is only said to be one. */
export function RoutineFact({ id }: { id: string }) {
  const { today } = useHere();
  const routine = useQuery(routinesQuery()).data?.find((one) => one.id === id);
  if (!routine) return 'One of a routine';
  const rule = readRRule(routine.rrule, routine.startDate);
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
