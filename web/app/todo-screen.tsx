import { lazy, Suspense } from 'react';
import { Todo } from '../todo/todo.tsx';
import { LinesSkeleton } from '../ui/states.tsx';

const Routines = lazy(() => import('../routines/routines.tsx').then((module) => ({ default: module.Routines })));

export const TodoScreen = () => (
  <Todo
    routines={
      <Suspense fallback={<LinesSkeleton lines={8} label="Loading routines" />}>
        <Routines />
      </Suspense>
    }
  />
);
