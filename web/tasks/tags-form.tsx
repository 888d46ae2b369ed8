import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { quoted } from '../../src/contracts/words/format.ts';
import { sameTag } from '../../src/contracts/words/spelling.ts';
import { type Task, taskKeys } from '../api/tasks.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Tag } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/field.tsx';
import { tagsOf } from './due.ts';
import styles from './due-form.module.css';
import { useTaskScreen } from './task-screen.tsx';
import { formatTags, parseTags, tagsFault } from './typed.ts';

const TYPED_TAGS = checkedAsTyped(
  z.object({ tags: z.string() }).transform(({ tags }, context) => {
    const fault = tagsFault(tags);
    if (fault) context.addIssue({ code: 'custom', path: ['tags'], message: fault });
    return parseTags(tags);
  }),
);

/** The number of tags of other tasks that are offered. */
const MOST_OFFERED = 8;

export function TagsForm({ task, onClose }: { readonly task: Task; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { acts } = useTaskScreen();
  const form = useCallForm({
    resolver: TYPED_TAGS,
    mode: 'onSubmit',
    // With the space the next tag can be typed at once.
    defaultValues: { tags: task.tags.length === 0 ? '' : `${formatTags(task.tags)} ` },
    send: async (tags) => {
      if (JSON.stringify(tags) !== JSON.stringify(task.tags)) acts.change(task, { tags }, `${words(tags)}: ${quoted(task.title)}`);
      onClose();
    },
  });
  const { ref } = form.attributes;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  const typed = form.watch('tags');
  const tags = parseTags(typed);
  const known = tagsOf(client.getQueryData<Task[]>(taskKeys.list()) ?? []);
  const offered = known.filter((tag) => !tags.some((one) => sameTag(one, tag))).slice(0, MOST_OFFERED);
  const add = (tag: string) => {
    form.setValue('tags', `${formatTags([...tags, tag])} `);
    form.setFocus('tags');
  };
  return (
    <form {...form.attributes} className={styles.form}>
      <FormField form={form} name="tags" label="Tags" hint="Separate them by spaces. Enter saves.">
        <Input {...form.register('tags')} placeholder="#work #review" dir="auto" autoComplete="off" autoCapitalize="none" />
      </FormField>
      {offered.length > 0 && (
        <fieldset className={styles.days} aria-label="Tags of other tasks">
          {offered.map((tag) => (
            <Button key={tag} size="s" aria-label={`Add #${tag}`} onClick={() => add(tag)}>
              <Tag>{tag}</Tag>
            </Button>
          ))}
        </fieldset>
      )}
      <footer className={styles.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit">
          Save
        </Button>
      </footer>
    </form>
  );
}

const words = (tags: readonly string[]): string => (tags.length === 0 ? 'No tags' : tags.map((tag) => `#${tag}`).join(' '));
