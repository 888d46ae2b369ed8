import { clsx } from 'clsx';
import type { MarkName } from '../../src/contracts/words/marks.ts';
import { Avatar, displayName, type Person } from '../ui/avatar.tsx';
import { Badge, Priority, Tags } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { MarkButton, MarkSlot } from '../ui/mark.tsx';
import { Empty, ErrorState, LinesSkeleton, RowsSkeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import textStyles from '../ui/text.module.css';
import styles from './content-parts.module.css';
import galleryStyles from './gallery.module.css';
import { Part } from './part.tsx';

interface Line {
  mark: MarkName;
  title: string;
  at: string;
  look: string | undefined;
}
const LINES: readonly Line[] = [
  { mark: 'verified', title: 'Review #4821: make the retry budget per tenant', at: '08:00', look: ledgerStyles.done },
  {
    mark: 'in_progress',
    title: 'Replace hand-rolled date arithmetic in billing with Temporal, including the fold on 25 October and the gap on 29 March',
    at: '17:00',
    look: ledgerStyles.selected,
  },
  { mark: 'pending', title: 'Draft the talk outline for the Zürich meetup', at: '18:30', look: ledgerStyles.hovered },
  { mark: 'taken_back', title: 'Buy a second monitor', at: 'taken back', look: ledgerStyles.off },
];
export const LedgerPart = () => (
  <Part
    title="Rows"
    text="41 high. The mark stands in the margin, the row runs through it. Today's rule is the accent; a closed day is ruled off twice."
  >
    <div className={clsx(ledgerStyles.day, ledgerStyles.current)}>
      <div className={ledgerStyles.dayHeader} data-part="day-header">
        <h3>Today</h3>
        <span>Thu 19 Nov</span>
        <span className={textStyles.atEnd}>4 planned</span>
      </div>
      <ol className={ledgerStyles.rows}>
        {LINES.map(({ mark, title, at, look }) => (
          <li key={title} className={clsx(ledgerStyles.row, look)}>
            {mark === 'pending' || mark === 'in_progress' ? (
              <MarkButton name={mark} label={`Complete: ${title}`} onPress={() => undefined} />
            ) : (
              <MarkSlot name={mark} />
            )}
            <div className={ledgerStyles.rowBody} data-part="row-body">
              <span className={ledgerStyles.title} data-part="title">
                {title}
              </span>
              <span className={ledgerStyles.details}>{mark === 'verified' ? <Tags tags={['work', 'review', 'retry']} /> : null}</span>
              <span className={ledgerStyles.rowEnd} data-part="row-end">
                {mark === 'in_progress' && <Priority level="high" />}
                <span className={ledgerStyles.time}>{at}</span>
              </span>
            </div>
          </li>
        ))}
      </ol>
      <div className={ledgerStyles.dayFooter} data-part="day-footer">
        <span>
          kept <b>1</b>
        </span>
        <span>
          open <b>2</b>
        </span>
      </div>
    </div>
    <div className={clsx(ledgerStyles.day, ledgerStyles.closed)}>
      <div className={ledgerStyles.dayHeader} data-part="day-header">
        <h3>Tuesday</h3>
        <span>17 Nov</span>
        <span className={textStyles.atEnd}>closed</span>
      </div>
      <ol className={ledgerStyles.rows}>
        <li className={ledgerStyles.row} data-part="row">
          <MarkSlot name="late" />
          <div className={ledgerStyles.rowBody} data-part="row-body">
            <span className={ledgerStyles.title} data-part="title">
              Weekly backup restore drill
            </span>
            <span className={ledgerStyles.rowEnd} data-part="row-end">
              <Badge tone="missed">Missed</Badge>
              <span>due 10:00, done 17:40</span>
            </span>
          </div>
        </li>
      </ol>
      <div className={ledgerStyles.dayFooter} data-part="day-footer">
        <span className={ledgerStyles.sum}>
          <span>
            kept <b>8</b>
          </span>
          <span>
            missed <b>1</b>
          </span>
        </span>
      </div>
    </div>
  </Part>
);

export const StatesPart = () => (
  <Part
    title="Loading, empty, error"
    text="Skeletons have the shape of what comes, at the same height. An empty place says what it is for and the one action that fills it."
  >
    <RowsSkeleton rows={3} />
    <LinesSkeleton lines={3} />
    <Empty title="Nothing is promised today" action={<Button variant="primary">New task</Button>}>
      Write one line. If the day is meant to be free, say so, and nobody is told.
    </Empty>
    <ErrorState title="Failed to fetch all tasks" onRetry={() => undefined}>
      Nothing was changed.
    </ErrorState>
  </Part>
);

const PEOPLE: readonly Person[] = [
  { email: 'ines@kowalczyk.eu', userMetadata: { fullName: 'Inés Kowalczyk', avatarUrl: null } },
  { email: 'minh@chau.vn', userMetadata: { fullName: 'Nguyễn Thị Minh Châu', avatarUrl: null } },
  { email: 'ada@example.com', userMetadata: { fullName: '', avatarUrl: null } },
  { email: '', userMetadata: { fullName: '', avatarUrl: null } },
];
export const PeoplePart = () => (
  <Part title="People" text="Up to two initials of the full name, else two letters of the address, else U.">
    <div className={clsx(galleryStyles.line, textStyles.small)}>
      {PEOPLE.map((person) => (
        <span key={person.email} className={styles.namedPicture}>
          <Avatar person={person} />
          <Avatar person={person} size="l" />
          {displayName(person)}
        </span>
      ))}
    </div>
  </Part>
);

const WEEKS = [
  { week: 'W44, 26 Oct to 1 Nov', planned: 27, kept: 24, missed: 0, rate: '100 %' },
  { week: 'W45, 2 to 8 Nov', planned: 24, kept: 20, missed: 1, rate: '95 %' },
  { week: 'W46, 9 to 15 Nov', planned: 26, kept: 23, missed: 2, rate: '92 %' },
];
export const TablePart = () => (
  <Part title="Table" text="Figures right, names left. A closed sum is ruled off twice; a running one is not.">
    <Table
      caption="Weeks"
      closed
      columns={[
        { key: 'week', head: 'Week', cell: (row) => row.week, row: true },
        { key: 'planned', head: 'Planned', cell: (row) => row.planned, num: true },
        { key: 'kept', head: 'Kept', cell: (row) => row.kept, num: true },
        { key: 'missed', head: 'Missed', cell: (row) => row.missed, num: true },
        { key: 'rate', head: 'Rate', cell: (row) => row.rate, num: true },
      ]}
      rows={WEEKS}
      rowKey={(row) => row.week}
      foot={{ week: 'Closed', planned: 77, kept: 67, missed: 3, rate: '96 %' }}
    />
  </Part>
);
