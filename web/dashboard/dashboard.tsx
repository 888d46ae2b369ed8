import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { isoWeek } from '../lib/calendar.ts';
import { longDate } from '../lib/words.ts';
import { NewTaskLink } from '../quick-add/new-task-link.tsx';
import { TaskScreenProvider, useTaskScreen } from '../tasks/task-screen.tsx';
import { Page } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { DaySoFar } from './day-so-far.tsx';
import { Days } from './days.tsx';
import { NeedsYou } from './needs-you.tsx';
import { StreakCard } from './streak-card.tsx';
import { ThisWeek } from './this-week.tsx';
import { YearSection } from './year-section.tsx';
import './dashboard.css';

const to = (id: string): string => `/todo?task=${encodeURIComponent(id)}`;

export function Dashboard() {
  const navigate = useNavigate();
  const edit = useCallback((task: Task) => void navigate(`${to(task.id)}&edit=1`), [navigate]);
  return (
    <TaskScreenProvider to={to} edit={edit}>
      <DashboardScreen />
    </TaskScreenProvider>
  );
}

function DashboardScreen() {
  const { clock, acts } = useTaskScreen();
  const keys = useKeyList(COMMON_KEYS);
  useShortcuts({ z: () => void acts.undoLast(), '?': keys.show });
  const tasks = useQuery(tasksQuery());
  return (
    <Page title="Dashboard" sub={`${longDate(clock.today)}, week ${isoWeek(clock.today)}`} actions={<NewTaskLink variant="primary" />}>
      <DaySoFar tasks={tasks.data} />
      <div className="two">
        <Days query={tasks} />
        <aside className="rail" aria-label="At a glance">
          <StreakCard tasks={tasks.data} />
          <NeedsYou tasks={tasks.data} />
          <ThisWeek />
        </aside>
      </div>
      <YearSection />
      {keys.dialog}
    </Page>
  );
}
