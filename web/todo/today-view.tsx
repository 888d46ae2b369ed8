import { lazy, Suspense } from 'react';
import { Segmented } from '../ui/segmented.tsx';
import { BlockSkeleton, LinesSkeleton } from '../ui/states.tsx';
import styles from './todo.module.css';

// The list does not wait for them.
const DayPlan = lazy(() => import('../tasks/planning/day-plan.tsx').then((module) => ({ default: module.DayPlan })));
const TodayWords = lazy(() => import('../tasks/planning/today-plan.tsx').then((module) => ({ default: module.TodayWords })));

/** What a phone shows of today, where there is no room for both. */
export type TodayView = 'list' | 'line';

export const TodayChoice = ({ value, onChange }: { value: TodayView; onChange: (value: TodayView) => void }) => (
  <div className={styles.plan}>
    <Suspense fallback={<LinesSkeleton lines={1} label="Loading the plan" />}>
      <TodayWords />
    </Suspense>
    <Segmented
      label="Show"
      value={value}
      onChange={onChange}
      options={[
        { value: 'list', label: 'List' },
        { value: 'line', label: 'Day line' },
      ]}
    />
  </div>
);

export const TodayLine = () => (
  <Suspense fallback={<BlockSkeleton height={420} label="Loading the day line" />}>
    <DayPlan />
  </Suspense>
);
