import { useQuery } from '@tanstack/react-query';
import { postsQuery, type SocialPost } from '../api/premium.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { Invitation } from '../plans/invitation.tsx';
import { usePremium } from '../plans/use-premium.ts';
import { Page } from '../ui/page.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { Empty, ErrorState } from '../ui/states.tsx';
import { NewPostForm } from './new-post.tsx';
import { PostEntry } from './post-entry.tsx';
import './posts.css';

/** Posts about kept promises, drafted from the record's own numbers. */
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
    <ul className="posts" aria-label="Posts">
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
