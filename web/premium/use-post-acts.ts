import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readUsage } from '../api/ai.ts';
import { createPost, type NewPost, premiumKeys, type SocialPost, updatePost } from '../api/premium.ts';
import { useRepeatKey } from '../api/repeat-key.ts';

/** Drafts a post. A second try after no answer came drafts it once. */
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

/** Changes the text of a post, shares it, or takes it back. */
export function useChangePost(id: string) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `post ${id}` },
    mutationFn: (body: Parameters<typeof updatePost>[1]) => updatePost(id, body),
    onSuccess: (saved) =>
      client.setQueryData<SocialPost[]>(premiumKeys.posts, (list) => list?.map((one) => (one.id === saved.id ? saved : one))),
  });
}
