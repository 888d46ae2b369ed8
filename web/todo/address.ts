import { useCallback, useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { Shared } from '../quick-add/shared.ts';

export const TABS = ['today', 'upcoming', 'inbox', 'routines', 'missed', 'completed', 'archived'] as const;
export type TodoTab = (typeof TABS)[number];
export type ListTab = Exclude<TodoTab, 'routines'>;

/** What the screen lists. */
export interface TodoPlace {
  readonly tab: TodoTab;
  /** The id of a saved filter. It is listed instead of the tab. */
  readonly filter: string | null;
  /** What was typed into the filter field. It is searched for instead of the saved filter or the tab. */
  readonly query: string | null;
}

export interface TodoAddress extends TodoPlace {
  readonly task: string | null;
  readonly editing: boolean;
  /** Whether the address asks for a new task. The quick add gets the focus then. */
  readonly fresh: boolean;
  /** Whether the new task is due today, because it was started from an empty today. */
  readonly forToday: boolean;
  /** What another program shared to Vouch. Null: nothing. */
  readonly shared: Shared | null;
  /** Whether pictures were shared: they are kept in this browser, or they could not be kept. */
  readonly pictures: 'kept' | 'failed' | null;
}

const PICTURES = { pictures: 'kept', failed: 'failed' } as const;

/** The service worker leads to these addresses (`web/api/push-worker/shared.ts`). */
function sharedIn(params: URLSearchParams): Shared | null {
  const [title, text, url] = ['shared_title', 'shared_text', 'shared_url'].map((name) => params.get(name)?.trim() ?? '');
  return title || text || url ? { title: title ?? '', text: text ?? '', url: url ?? '' } : null;
}

export function addressFrom(params: URLSearchParams): TodoAddress {
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'upcoming';
  return {
    tab,
    filter: params.get('filter') || null,
    query: params.get('q')?.trim() || null,
    task: params.get('task'),
    editing: params.has('edit'),
    fresh: params.has('new'),
    forToday: params.get('new') === 'today',
    shared: sharedIn(params),
    pictures: PICTURES[params.get('shared') as keyof typeof PICTURES] ?? null,
  };
}

interface Wanted extends Partial<TodoPlace> {
  readonly task?: string | null;
  readonly editing?: boolean;
}

export function addressOf({ tab = 'upcoming', filter = null, query = null, task = null, editing = false }: Wanted): string {
  const params = new URLSearchParams([
    ...(tab === 'upcoming' ? [] : [['tab', tab]]),
    ...(filter ? [['filter', filter]] : []),
    ...(query ? [['q', query]] : []),
    ...(task ? [['task', task]] : []),
    ...(task && editing ? [['edit', '1']] : []),
  ]);
  return params.size === 0 ? '/todo' : `/todo?${params.toString()}`;
}

/** The state in the address, and functions that change it. */
export function useTodoAddress() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = useMemo(() => addressFrom(params), [params]);
  const { tab, filter, query } = address;
  const place = useMemo((): TodoPlace => ({ tab, filter, query }), [tab, filter, query]);
  const to = useCallback((id: string) => addressOf({ ...place, task: id }), [place]);
  const go = useCallback(
    (task: string | null, editing = false, replace = false) =>
      void navigate(addressOf({ ...place, task, editing }), { replace, preventScrollReset: true }),
    [navigate, place],
  );
  /** Lists something else. An open task is closed. */
  const list = useCallback((wanted: Partial<TodoPlace>, replace = false) => void navigate(addressOf(wanted), { replace }), [navigate]);
  return { ...address, place, to, go, list };
}
