import { NewTaskLink } from '../quick-add/early-line.tsx';
import { Empty, type EmptyProps } from '../ui/states.tsx';
import type { ListTab } from './address.ts';

export const NoSuchFilter = () => (
  <Empty level={2} title="This filter is not here any more" mark="taken_back">
    It was deleted, or the address is wrong. Your tasks are in the lists.
  </Empty>
);

interface Words {
  readonly title: string;
  readonly text: string;
  readonly mark?: NonNullable<EmptyProps['mark']>;
  /** Whether a new task would appear in the list. */
  readonly takesNew?: boolean;
}

const WORDS: Readonly<Record<ListTab, Words>> = {
  today: {
    title: 'Nothing is due today',
    text: 'Take a task from Upcoming or from the Inbox, or write a new one. What is due today stands here, with what it asks of you.',
    takesNew: true,
  },
  upcoming: {
    title: 'Nothing is promised',
    text: 'Write one line: what you will do, and until when. It stays here until it is kept, skipped with a reason, or missed.',
    takesNew: true,
  },
  inbox: {
    title: 'Nothing without a date',
    text: 'What you write down without a date waits here, until you promise it for a day.',
    takesNew: true,
  },
  missed: {
    title: 'Nothing missed',
    text: 'A task that passes its due time open comes here. It stays until it is done late or archived.',
    mark: 'completed',
  },
  completed: {
    title: 'Nothing completed yet',
    text: 'What you complete comes here, with the newest first. After 30 days it goes to the archive.',
  },
  archived: {
    title: 'Nothing archived',
    text: 'What is done, skipped or missed comes here after 30 days, or when you archive it.',
    mark: 'taken_back',
  },
};

export function NothingHere({ tab }: { tab: ListTab }) {
  const { title, text, mark = 'pending', takesNew = false } = WORDS[tab];
  const action = takesNew && <NewTaskLink variant="secondary" isForToday={tab === 'today'} />;
  return (
    <Empty level={2} title={title} mark={mark} {...(action && { action })}>
      {text}
    </Empty>
  );
}
