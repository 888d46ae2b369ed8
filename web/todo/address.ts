import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

export const TABS = ['upcoming', 'routines', 'missed', 'archived'] as const;
export type TodoTab = (typeof TABS)[number];
export type ListTab = Exclude<TodoTab, 'routines'>;

export interface TodoAddress {
  readonly tab: TodoTab;
  readonly task: string | null;
  readonly editing: boolean;
  /** Whether the address asks for a new task. The quick add gets the focus then. */
  readonly fresh: boolean;
  /** Whether the new task is due today, because it was started from an empty today. */
  readonly forToday: boolean;
}

export function addressFrom(params: URLSearchParams): TodoAddress {
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'upcoming';
  return { tab, task: params.get('task'), editing: params.has('edit'), fresh: params.has('new'), forToday: params.get('new') === 'today' };
}

export function addressOf({ tab, task = null, editing = false }: { tab: TodoTab; task?: string | null; editing?: boolean }): string {
  const params = new URLSearchParams([
    ...(tab === 'upcoming' ? [] : [['tab', tab]]),
    ...(task ? [['task', task]] : []),
    ...(task && editing ? [['edit', '1']] : []),
  ]);
  return params.size === 0 ? '/todo' : `/todo?${params.toString()}`;
}

/** The state in the address, and functions that change it. */
export function useTodoAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = addressFrom(params);
  const { tab } = address;
  const to = useCallback((id: string) => addressOf({ tab, task: id }), [tab]);
  const go = useCallback(
    (task: string | null, editing = false, replace = false) =>
      void navigate(addressOf({ tab, task, editing }), { replace, preventScrollReset: true }),
    [navigate, tab],
  );
  return { ...address, to, go };
}
