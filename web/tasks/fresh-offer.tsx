import { X } from 'lucide-react';
import { countWord } from '../../src/contracts/words/format.ts';
import { addDays, mondayLater } from '../../src/contracts/words/phrases/days.ts';
import type { Task } from '../api/tasks.ts';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { noteMisses, useMissNotes } from './miss-notes.ts';
import { MANY_MISSES, useMisses } from './misses.ts';
import styles from './offer.module.css';
import { useTaskScreen } from './task-screen.tsx';

/** 'this week' or 'last week' (Monday to Sunday), if all of them were due in it. Null: they were not. */
export function weekOf(misses: readonly Task[], today: string): 'this week' | 'last week' | null {
  const dates = misses.map(({ dueDate }) => dueDate ?? '');
  const monday = mondayLater(today, 0);
  const isIn = (from: string) => dates.every((date) => date >= from && date < addDays(from, 7));
  return isIn(monday) ? 'this week' : isIn(addDays(monday, -7)) ? 'last week' : null;
}

/** Offers to sort out many misses, until this is done or dismissed. It is not offered again for the same ones. */
export function FreshOffer() {
  const { clock } = useTaskScreen();
  const { dismissed } = useMissNotes();
  const misses = useMisses()?.tasks.filter(({ id }) => !dismissed.has(id)) ?? [];
  if (misses.length < MANY_MISSES) return null;
  const when = weekOf(misses, clock.today);
  const ids = misses.map(({ id }) => id);
  return (
    <section className={styles.offer} aria-labelledby="fresh-h">
      <Mark name="missed" named={false} />
      <div>
        <h2 id="fresh-h">
          {countWord(misses.length)} promises were missed{when && ` ${when}`}
        </h2>
        <p>They stay in the record. On one screen you decide about all of them.</p>
      </div>
      <span className={styles.acts}>
        <ButtonLink variant="primary" to="/start-fresh">
          Start fresh
        </ButtonLink>
        <IconButton label="Dismiss" onClick={() => noteMisses('dismissed', ids, true)}>
          <Icon of={X} />
        </IconButton>
      </span>
    </section>
  );
}
