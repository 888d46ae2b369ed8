import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, Globe, Pencil } from 'lucide-react';
import { useState } from 'react';
import { dayMonth, number, plural } from '../../src/contracts/words/format.ts';
import { createPost, type NewPost, POST_CHARACTERS, premiumKeys, readUsage, type SocialPost, updatePost } from '../api/ai.ts';
import { useRepeatKey } from '../api/client.ts';
import { fileAddress } from '../api/files.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { moment } from '../lib/calendar.ts';
import { announce } from '../ui/announcer.tsx';
import { Badge } from '../ui/badge.tsx';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Field, Input, Textarea } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/note.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import styles from './post-entry.module.css';

function ShareLink({ url }: { url: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => {
        setCopied(true);
        announce('Link copied');
      },
      () => setCopied(false),
    );
  return (
    <div className={styles.share}>
      <Field
        label="Public page"
        hint={
          copied === false
            ? 'The browser did not allow it. Select the address and copy it.'
            : 'Whoever has this link sees exactly this text and picture.'
        }
      >
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy link'}</Button>
      <a className={clsx(buttonStyles.button, buttonStyles.ghost)} data-part="button" href={url} target="_blank" rel="noopener">
        Look at it
      </a>
    </div>
  );
}

/** A retry after a lost answer drafts the post only once. */
export function useDraftPost() {
  const client = useQueryClient();
  const key = useRepeatKey();
  return useMutation({
    mutationFn: (body: NewPost) => createPost(body, key.of(body)),
    onSuccess: (made) => {
      key.made();
      client.setQueryData<SocialPost[]>(premiumKeys.posts, (list) => list && [made, ...list.filter(({ id }) => id !== made.id)]);
      readUsage(client);
    },
    onError: key.failed,
  });
}

function useChangePost(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `post ${id}` },
    mutationFn: (body: Parameters<typeof updatePost>[1]) => updatePost(id, body),
    onSuccess: (saved) =>
      client.setQueryData<SocialPost[]>(premiumKeys.posts, (list) => list?.map((one) => (one.id === saved.id ? saved : one))),
  });
}

/** For example '11 kept, a streak of 9 days, 16 Nov to 22 Nov'. */
export function factWords({ kept, streak, from, to }: SocialPost['facts'], today: string): string {
  const span = from === to ? dayMonth(from, today) : `${dayMonth(from, today)} to ${dayMonth(to, today)}`;
  return `${plural(kept, 'promise')} kept, a streak of ${plural(streak, 'day')}, ${span}`;
}

const length = (text: string): number => [...text].length;

export function PostEntry({ post }: { post: SocialPost }) {
  const { zone, today } = useOwnerClock();
  const [draft, setDraft] = useState<string | null>(null);
  const change = useChangePost(post.id);
  const isShared = post.status === 'shared';
  const text = draft ?? post.text;
  const isChanged = draft !== null && draft !== post.text;
  const fault =
    text.trim() === '' ? 'Write something.' : length(text) > POST_CHARACTERS ? `At most ${number(POST_CHARACTERS)} characters.` : undefined;
  const save = (body: Parameters<typeof change.mutate>[0]) => change.mutate(body, { onSuccess: () => setDraft(null) });
  const sending = change.isPending ? change.variables : null;
  return (
    <li className={styles.item} aria-label={`Post of ${moment(post.createdAt, zone, today)}`}>
      <div className={styles.header}>
        <Badge tone={isShared ? 'review' : 'neutral'} icon={<Icon of={isShared ? Globe : Pencil} size="s" />}>
          {isShared ? 'Shared' : 'Draft'}
        </Badge>
        <span className={clsx(textStyles.small, textStyles.muted)}>{factWords(post.facts, today)}</span>
        <time className={clsx(textStyles.small, textStyles.faint, textStyles.atEnd)} dateTime={post.createdAt}>
          {moment(post.createdAt, zone, today)}
        </time>
      </div>
      <div className={styles.body}>
        {post.image ? (
          <Picture address={fileAddress(post.image.id)} words={factWords(post.facts, today)} />
        ) : (
          <Note>There was no room for a picture among your files.</Note>
        )}
        <div className={styles.editor}>
          <Field
            label="Text"
            hint={`${number(length(text))} of ${number(POST_CHARACTERS)} characters`}
            error={isChanged ? fault : undefined}
          >
            <Textarea rows={6} value={text} onChange={(event) => setDraft(event.target.value)} />
          </Field>
          <div className={styles.actions}>
            {isChanged && (
              <Button
                disabled={Boolean(fault)}
                busy={sending?.text !== undefined && sending.status === undefined}
                busyLabel="Saving..."
                onClick={() => save({ text })}
              >
                Save text
              </Button>
            )}
            {!isShared && (
              <Button
                disabled={Boolean(fault)}
                busy={sending?.status === 'shared'}
                busyLabel="Sharing..."
                onClick={() => save({ status: 'shared', ...(isChanged ? { text } : {}) })}
              >
                Share by a link
              </Button>
            )}
            {isShared && (
              <Button busy={sending?.status === 'draft'} busyLabel="Taking back..." onClick={() => save({ status: 'draft' })}>
                Take back
              </Button>
            )}
            {!isChanged && change.isSuccess && (
              <Status fresh className={clsx(textStyles.small, textStyles.kept, styles.confirmation)}>
                <Icon of={Check} /> {isShared ? 'Shared' : 'Saved'}
              </Status>
            )}
          </div>
          {isShared && post.shareUrl && <ShareLink url={post.shareUrl} />}
          {change.error && (
            <Note tone="missed" alert title={messageOf(change.error)}>
              {isShared ? 'The page is as it was.' : 'What you wrote is still here.'}
            </Note>
          )}
          <p className={clsx(textStyles.tiny, textStyles.faint)}>
            {post.model === null ? 'A template wrote the draft.' : `Drafted by ${post.model}.`}
          </p>
        </div>
      </div>
    </li>
  );
}

function Picture({ address, words }: { address: string; words: string }) {
  const [isMissing, setMissing] = useState(false);
  if (!isMissing) return <img src={address} alt={words} width={1200} height={630} loading="lazy" onError={() => setMissing(true)} />;
  const retry = (
    <Button size="s" onClick={() => setMissing(false)}>
      Retry
    </Button>
  );
  return <Note tone="missed" title="The picture could not be loaded." actions={retry} />;
}
