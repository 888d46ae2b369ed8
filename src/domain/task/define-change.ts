import { defineEvent, type EventDeclaration, type PublicName } from '../kernel/define-event.ts';
import { NO_CHANGE, ownTexts, setting, type TaskChange, type TaskFields, taskChange } from './event-data.ts';

type Changing<Type extends string, Name extends keyof TaskFields, Public extends PublicName> = Omit<
  EventDeclaration<Type, typeof taskChange, typeof ownTexts, Public>,
  'data' | 'private' | 'since' | 'history' | 'example'
> & {
  /** The fields that such an event can set. It contains those that change. */
  readonly sets: readonly Name[];
  readonly history?: 'verifications';
  readonly example: Partial<TaskChange>;
  readonly texts?: { readonly title?: string; readonly skip_reason?: string };
};

/** Declares an event that changes a task, with what all of them have in common. */
export const change = <const Type extends string, const Name extends keyof TaskFields, const Public extends PublicName>(
  changing: Changing<Type, Name, Public>,
) => {
  const { sets, history, example, texts, ...declared } = changing;
  return setting(
    sets,
    defineEvent({
      ...declared,
      since: '0.1.0',
      history: history ?? 'tasks',
      data: taskChange,
      private: ownTexts,
      example: { data: { ...NO_CHANGE, ...example }, ...(texts && { private: texts }) },
    }),
  );
};
