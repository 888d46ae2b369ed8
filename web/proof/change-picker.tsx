import { useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { GitCommitHorizontal, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { commitsQuery, pullsQuery } from '../api/connections.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { failedWith } from '../api/problem.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { LoadMore } from '../ui/pagination.tsx';
import { Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import styles from './change-picker.module.css';
import { type ChangeRow, commitRow, pullRow, readWords, repositoryIn } from './change-words.ts';

interface PickerProps {
  readonly task: string;
  /** The links that are already part of the proof. */
  readonly chosen: readonly string[];
  readonly onChosen: (links: readonly string[]) => void;
}

export function ChangePicker({ task, chosen, onChosen }: PickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="s" icon={<Icon of={GitCommitHorizontal} />} onClick={() => setOpen(true)}>
        Pick from GitHub
      </Button>
      {open && <PickerDialog task={task} chosen={chosen} onChosen={onChosen} onClose={() => setOpen(false)} />}
    </>
  );
}

const KINDS = { commits: 'Commits', pulls: 'Pull requests and reviews' } as const;
type Kind = keyof typeof KINDS;

function PickerDialog({ task, chosen, onChosen, onClose }: PickerProps & { readonly onClose: () => void }) {
  const clock = useOwnerClock();
  const [kind, setKind] = useState<Kind>('commits');
  const [typed, setTyped] = useState('');
  const [repository, setRepository] = useState('');
  const [picked, setPicked] = useState<readonly string[]>([]);
  const wanted = repositoryIn(typed);
  function search(event: FormEvent) {
    event.preventDefault();
    // In React's tree this dialog is inside the proof form, which must not be submitted by it.
    event.stopPropagation();
    if (wanted !== null) setRepository(wanted);
  }
  const toggle = (url: string) => setPicked((now) => (now.includes(url) ? now.filter((each) => each !== url) : [...now, url]));
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Pick from GitHub"
      text="What you made there since this task was made."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={picked.length === 0}
            onClick={() => {
              onChosen(picked);
              onClose();
            }}
          >
            {picked.length === 0 ? 'Add' : `Add ${picked.length}`}
          </Button>
        </>
      }
    >
      <form onSubmit={search} noValidate className={styles.search}>
        <Field label="Repository" note="optional" error={wanted === null ? 'A repository as owner/name.' : undefined}>
          <Input
            lead={<Icon of={Search} />}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="owner/name"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit">Search</Button>
      </form>
      <fieldset className={styles.kinds}>
        <legend className={layoutStyles.visuallyHidden}>What to show</legend>
        {(Object.keys(KINDS) as Kind[]).map((each) => (
          <Button
            key={each}
            size="s"
            variant={each === kind ? 'secondary' : 'ghost'}
            aria-pressed={each === kind}
            onClick={() => setKind(each)}
          >
            {KINDS[each]}
          </Button>
        ))}
      </fieldset>
      <ChangeList kind={kind} task={task} repository={repository} clock={clock} chosen={chosen} picked={picked} onToggle={toggle} />
    </Dialog>
  );
}

interface ListProps {
  readonly kind: Kind;
  readonly task: string;
  readonly repository: string;
  readonly clock: OwnerClock;
  readonly chosen: readonly string[];
  readonly picked: readonly string[];
  readonly onToggle: (url: string) => void;
}

export function ChangeList(props: ListProps) {
  return props.kind === 'commits' ? <Commits {...props} /> : <Pulls {...props} />;
}

function Commits(props: ListProps) {
  const query = useInfiniteQuery(commitsQuery(props));
  const found = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Rows {...props} query={query} rows={found?.map((one) => commitRow(one, props.clock))} read={readWords(found ?? [], props.clock)} />
  );
}

function Pulls(props: ListProps) {
  const query = useInfiniteQuery(pullsQuery(props));
  const found = query.data?.pages.flatMap(({ items }) => items);
  return <Rows {...props} query={query} rows={found?.map((one) => pullRow(one, props.clock))} read={readWords(found ?? [], props.clock)} />;
}

interface RowsProps extends ListProps {
  readonly query: {
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
  readonly rows: readonly ChangeRow[] | undefined;
  readonly read: string | null;
}

function Rows({ kind, query, rows, read, chosen, picked, onToggle }: RowsProps) {
  if (!rows && query.error && failedWith(query.error, 'conflict'))
    return (
      <Empty title="GitHub is not connected" action={<ButtonLink to="/settings/integrations">Open Integrations</ButtonLink>}>
        Once it is, your own commits, pull requests and reviews are listed here.
      </Empty>
    );
  if (!rows && query.error)
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        What you wrote is still here, and the address of a commit can be pasted.
      </ErrorState>
    );
  if (!rows) return <RowsSkeleton rows={4} label="Reading from GitHub" />;
  if (rows.length === 0 && !query.hasNextPage)
    return (
      <Empty title={kind === 'commits' ? 'No commits since then' : 'No pull requests or reviews since then'}>
        {kind === 'commits'
          ? 'GitHub lists commits on default branches, and on the branches that you pushed to last. You can paste the address of any other commit.'
          : 'Pull requests that you opened or reviewed, or that were merged, since this task was made are listed here.'}
      </Empty>
    );
  return (
    <>
      <ul className={styles.changes} aria-label={KINDS[kind]}>
        {rows.map((row) => (
          <PickRow key={row.url} row={row} isGiven={chosen.includes(row.url)} isPicked={picked.includes(row.url)} onToggle={onToggle} />
        ))}
      </ul>
      {read && (
        <Status as="p" className={clsx(textStyles.small, textStyles.faint)}>
          {read}
        </Status>
      )}
      <LoadMore more={query.hasNextPage} loading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()}>
        More
      </LoadMore>
    </>
  );
}

interface PickRowProps {
  readonly row: ChangeRow;
  /** Whether it is already part of the proof. */
  readonly isGiven: boolean;
  readonly isPicked: boolean;
  readonly onToggle: (url: string) => void;
}

const PickRow = ({ row: { url, title, place, when, size }, isGiven, isPicked, onToggle }: PickRowProps) => (
  <li>
    <label>
      <input type="checkbox" checked={isGiven || isPicked} disabled={isGiven} onChange={() => onToggle(url)} />
      <span>
        <b className={textStyles.strong} dir="auto">
          {title}
        </b>
        <small>
          {place}
          {isGiven && ', chosen already'}
        </small>
        <small>{when}</small>
        {size && <small>{size}</small>}
      </span>
    </label>
  </li>
);
