import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type SessionAnswer, sessionKeys } from '../api/session.ts';
import { forget, keep, readKept } from '../lib/tab-storage.ts';

/** A draft that was typed and not sent yet. */
export interface KeptDraft<Draft> {
  /** Null: there is no draft, or this form cannot read it. */
  read(): Draft | null;
  keep(draft: Draft): void;
  /** Call this when the draft was sent or discarded. */
  forget(): void;
}

/**
 * The draft of one form, such as `proof 0198…`, of the signed-in person. The tab's storage holds it, so it survives a reload.
 * It is deleted when the tab is closed or the person signs out.
 */
export function keptDraft<Draft extends object>(
  client: QueryClient,
  form: string,
  isDraft: (kept: unknown) => kept is Draft,
): KeptDraft<Draft> {
  const name = () => `draft ${client.getQueryData<SessionAnswer>(sessionKeys.all)?.user?.id ?? ''} ${form}`;
  return {
    read: () => {
      const kept = readKept(name());
      return isDraft(kept) ? kept : null;
    },
    keep: (draft) => keep(name(), draft),
    forget: () => forget(name()),
  };
}

export function useKeptDraft<Draft extends object>(form: string, isDraft: (kept: unknown) => kept is Draft): KeptDraft<Draft> {
  const client = useQueryClient();
  return useMemo(() => keptDraft(client, form, isDraft), [client, form, isDraft]);
}

/** Stores the draft at each change. Null: there is nothing to store any more. */
export function useKeeping<Draft extends object>(kept: KeptDraft<Draft>, draft: Draft | null): void {
  // The form returns a new object at each render, so the text is compared.
  const text = JSON.stringify(draft);
  useEffect(() => {
    const now = JSON.parse(text) as Draft | null;
    if (now === null) kept.forget();
    else kept.keep(now);
  }, [kept, text]);
}
