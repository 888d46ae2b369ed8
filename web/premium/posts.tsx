import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { type PostSubject, type PostTone, postsQuery, type SocialPost } from '../api/ai.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Invitation, usePremium } from '../plans/invitation.tsx';
import { useArchive } from '../tasks/archive.ts';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/field.module.css';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { Page } from '../ui/page.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';
import { Empty, ErrorState, LinesSkeleton } from '../ui/states.tsx';
import { PostEntry, useDraftPost } from './post-entry.tsx';
import styles from './posts.module.css';

const SUBJECTS = [
  { value: 'week', label: 'This week' },
  { value: 'streak', label: 'My streak' },
  { value: 'task', label: 'A task' },
] as const satisfies readonly { value: PostSubject; label: string }[];
const TONES = [
  { value: 'plain', label: 'Plain' },
  { value: 'warm', label: 'Warm' },
  { value: 'proud', label: 'Proud' },
] as const satisfies readonly { value: PostTone; label: string }[];

const MOST_OFFERED = 100;

/** Newest first. */
export const keptTasks = (tasks: readonly Task[]): readonly Task[] =>
  tasks
    .filter(({ outcome, completedAt }) => outcome === 'kept' && completedAt !== null)
    .toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
    .slice(0, MOST_OFFERED);

const POST = z
  .object({ about: z.custom<PostSubject>(), tone: z.custom<PostTone>(), task: z.string() })
  .refine(({ about, task }) => about !== 'task' || task !== '', { error: 'Choose a task that you kept.', path: ['task'] });

function NewPostForm() {
  const drafting = useDraftPost();
  const form = useCallForm({
    resolver: checkedAsTyped(POST),
    mode: 'onSubmit',
    defaultValues: { about: 'week', tone: 'plain', task: '' },
    fieldOf: (name) => (name === 'taskId' ? 'task' : null),
    send: ({ about, tone, task }) => drafting.mutateAsync({ about, tone, ...(about === 'task' ? { taskId: task } : {}) }),
  });
  const { about, tone } = form.watch();
  const isTask = about === 'task';
  const open = useQuery({ ...tasksQuery(), enabled: isTask }).data;
  const listed = useMemo(() => keptTasks(open ?? []).length, [open]);
  // What was archived last is first in the archive, so what was kept long ago is only read if there is little else.
  const isEnough = useCallback((read: readonly Task[]) => listed + keptTasks(read).length >= MOST_OFFERED, [listed]);
  const { tasks: archived } = useArchive({ enabled: isTask, isEnough });
  const kept = keptTasks([...(open ?? []), ...(archived ?? [])]);
  return (
    <form className={styles.form} {...form.attributes} aria-label="New post">
      <div className={fieldStyles.field} data-part="field">
        <span className={fieldStyles.label}>About</span>
        <Segmented label="About" value={about} onChange={(next) => form.setValue('about', next)} options={SUBJECTS} />
      </div>
      <div className={fieldStyles.field} data-part="field">
        <span className={fieldStyles.label}>Tone</span>
        <Segmented label="Tone" value={tone} onChange={(next) => form.setValue('tone', next)} options={TONES} />
      </div>
      {isTask && (
        <FormField form={form} name="task" label="Task" className={styles.task}>
          {({ value, onChange }) => (
            <Select
              value={value}
              onChange={onChange}
              placeholder={kept.length === 0 ? 'No kept task yet' : 'Choose a task'}
              disabled={kept.length === 0}
              options={kept.map(({ id, title }) => ({ value: id, label: title }))}
            />
          )}
        </FormField>
      )}
      <Button type="submit" variant="primary" busy={drafting.isPending} busyLabel="Drafting...">
        Draft a post
      </Button>
      {form.failure && (
        <Note
          tone={failedWith(form.failure, 'ai_allowance') ? 'due' : 'missed'}
          alert
          title={messageOf(form.failure)}
          className={layoutStyles.fullWidth}
        >
          Nothing was made, and nothing was counted.
        </Note>
      )}
    </form>
  );
}

export function Posts() {
  const premium = usePremium();
  const { data, error, isFetching, refetch } = useQuery({ ...postsQuery(), enabled: premium === 'open' || premium === 'past' });
  const isClosed = premium === 'closed' || failedWith(error, 'premium_required');
  return (
    <Page title="Posts" sub="Drafted from kept promises, in the record’s own numbers. Vouch never posts anything anywhere." narrow>
      {premium === null && <LinesSkeleton lines={6} label="Loading posts" />}
      {premium === 'open' && !isClosed && <NewPostForm />}
      {(premium === 'past' || isClosed) && premium !== null && <PostInvitation />}
      {!isClosed && !data && error && (
        <ErrorState title={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching}>
          Your posts are safe.
        </ErrorState>
      )}
      {!isClosed && !data && !error && isFetching && <LinesSkeleton lines={6} label="Loading posts" />}
      {data && <PostList posts={data} />}
    </Page>
  );
}

function PostList({ posts }: { posts: readonly SocialPost[] }) {
  if (posts.length === 0)
    return (
      <Empty level={2} title="No post yet">
        Choose what it is about. The draft is yours to edit; only what you share gets a link.
      </Empty>
    );
  return (
    <ul aria-label="Posts">
      {posts.map((post) => (
        <PostEntry key={post.id} post={post} />
      ))}
    </ul>
  );
}

const PostInvitation = () => (
  <Invitation
    level={2}
    title="Tell others what you kept"
    text="Pro drafts a post about a week, a streak or a task from the numbers of your record, draws the picture for it, and gives it a link that you can take back by one press."
  >
    <p>Twelve promises this week, eleven kept, and a streak of nine days. The one I missed is in the record, too.</p>
  </Invitation>
);
