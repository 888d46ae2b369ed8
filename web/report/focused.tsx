import { clsx } from 'clsx';
import { hoursAndMinutes, plural } from '../../src/contracts/words/format.ts';
import type { DailyReport } from '../api/reports.ts';
import { ShareBars } from '../charts/shares.tsx';
import { Section } from '../ui/page.tsx';
import textStyles from '../ui/text.module.css';

type FocusFigures = DailyReport['focus'];

/** For example '11 h 46 min focused in 20 sessions, 23 h 40 min planned in time boxes.' */
function focusedSentence({ minutes, sessions, plannedMinutes }: FocusFigures): string {
  const planned = plannedMinutes === 0 ? 'nothing planned in time boxes' : `${hoursAndMinutes(plannedMinutes)} planned in time boxes`;
  return `${hoursAndMinutes(minutes)} focused in ${plural(sessions, 'session')}, ${planned}.`;
}

/** Planned against focused. A period without either has no such section. */
export function Focused({ focus }: { focus: FocusFigures }) {
  const { minutes, sessions, plannedMinutes: planned } = focus;
  if (planned === 0 && sessions === 0) return null;
  return (
    <Section title="Planned and focused">
      <ShareBars
        label={focusedSentence(focus)}
        rows={[
          { name: 'Planned', note: 'time boxes', parts: [{ look: 'outline', value: planned, words: hoursAndMinutes(planned) }] },
          {
            name: 'Focused',
            note: plural(sessions, 'session'),
            parts: [{ look: 'focus', value: minutes, words: hoursAndMinutes(minutes) }],
          },
        ]}
        whole={Math.max(planned, minutes)}
      />
      <p className={clsx(textStyles.small, textStyles.muted)}>
        {focusedSentence(focus)} Sessions count on the day on which they began, without pauses.
      </p>
    </Section>
  );
}
