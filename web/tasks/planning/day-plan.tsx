import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { dayHeading } from '../../../src/contracts/words/format.ts';
import { addDays } from '../../../src/contracts/words/phrases/days.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import textStyles from '../../ui/text.module.css';
import { useTaskScreen } from '../task-screen.tsx';
import { DayLine } from './day-line.tsx';
import styles from './day-plan.module.css';
import { Planning } from './planning.tsx';

const USUAL_MINUTES = 30;

/** The line of a day, with a way to other days. Rows of a list on the same screen can be dragged onto it. */
export const DayPlan = () => (
  <Planning rows>
    <Panel />
  </Planning>
);

function Panel() {
  const { clock, askPlan } = useTaskScreen();
  const [away, setAway] = useState(0);
  const date = addDays(clock.today, away);
  const heading = dayHeading(date, clock.today);
  return (
    <section className={styles.panel} aria-labelledby="day-line-h">
      <header className={styles.header}>
        <h2 id="day-line-h">Day line</h2>
        {away !== 0 && (
          <span className={clsx(textStyles.small, textStyles.muted)}>{[heading.name, heading.date].filter(Boolean).join(', ')}</span>
        )}
        <span className={clsx(textStyles.atEnd, styles.tools)}>
          <Button size="s" variant="ghost" onClick={() => askPlan({ place: { date, time: null, minutes: USUAL_MINUTES } })}>
            Plan a time
          </Button>
          <IconButton label="Day before" onClick={() => setAway(away - 1)}>
            <Icon of={ChevronLeft} />
          </IconButton>
          <IconButton label="Day after" onClick={() => setAway(away + 1)}>
            <Icon of={ChevronRight} />
          </IconButton>
        </span>
      </header>
      <DayLine date={date} />
    </section>
  );
}
