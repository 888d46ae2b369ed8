import { clsx } from 'clsx';
import { Archive, Check, Play, SkipForward, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Kbd } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, Panel } from '../ui/dialog.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx';
import { Note } from '../ui/note.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { Popover } from '../ui/popover.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Tabs } from '../ui/tabs.tsx';
import textStyles from '../ui/text.module.css';
import { toast } from '../ui/toast.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import galleryStyles from './gallery.module.css';
import styles from './overlay-parts.module.css';
import { Part } from './part.tsx';

export function TabsPart() {
  const [tab, setTab] = useState<'upcoming' | 'missed' | 'archived'>('upcoming');
  const [span, setSpan] = useState<'day' | 'week' | 'year'>('week');
  const [page, setPage] = useState(5);
  return (
    <Part title="Tabs and pages" text="The chosen tab stands on an accent line. Segments choose one of a few.">
      <Tabs
        label="Tasks"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'upcoming', label: 'Upcoming' },
          { value: 'missed', label: 'Missed' },
          { value: 'archived', label: 'Archived' },
        ]}
      >
        <p className={clsx(textStyles.small, textStyles.muted, styles.samplePanel)}>The panel of {tab}.</p>
      </Tabs>
      <Segmented
        label="Span"
        value={span}
        onChange={setSpan}
        options={[
          { value: 'day', label: 'Day' },
          { value: 'week', label: 'Week' },
          { value: 'year', label: 'Year' },
        ]}
      />
      <Pagination page={page} pages={12} onPage={setPage} />
    </Part>
  );
}

export function OverlaysPart() {
  const [asked, setAsked] = useState(false);
  const [panel, setPanel] = useState(false);
  return (
    <Part title="Menu, dialog, panel, tooltip" text="One surface for all. On the phone menus and questions rise from the foot.">
      <div className={galleryStyles.line}>
        <Menu align="start" trigger={<Button>Menu</Button>}>
          <MenuItem icon={Play} end={<Kbd>s</Kbd>} onSelect={() => undefined}>
            Start
          </MenuItem>
          <MenuItem icon={Check} end={<Kbd>x</Kbd>} onSelect={() => undefined}>
            Complete
          </MenuItem>
          <MenuItem icon={SkipForward} disabled onSelect={() => undefined}>
            Skip with a reason
          </MenuItem>
          <MenuRule />
          <MenuItem icon={Archive} onSelect={() => undefined}>
            Archive
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => undefined}>
            Delete
          </MenuItem>
        </Menu>
        <Popover label="Popover" align="start" trigger={<Button>Popover</Button>}>
          <p className={styles.padded}>More than a menu.</p>
        </Popover>
        <Button onClick={() => setAsked(true)}>Dialog</Button>
        <Button onClick={() => setPanel(true)}>Panel</Button>
        <Tooltip text="Toggle sidebar" keys={['Ctrl', 'B']}>
          <Button>Tooltip</Button>
        </Tooltip>
      </div>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title="Skip 'Guitar, 20 minutes'?"
        text="Søren hears of it, with the reason. It does not break the streak."
        actions={
          <>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button variant="primary" onClick={() => setAsked(false)}>
              Skip
            </Button>
          </>
        }
      >
        <Field label="Reason">
          <Input defaultValue="Guests until late" />
        </Field>
      </Dialog>
      <Panel open={panel} onOpenChange={setPanel} title="A task">
        <p className={styles.padded}>Its matter.</p>
      </Panel>
    </Part>
  );
}

export const ToastsPart = () => (
  <Part title="Toasts and notes" text="Toasts for what passes, 3.5 s, with one undo. Notes for what stays.">
    <div className={galleryStyles.line}>
      <Button onClick={() => toast.success('Søren accepted Review #4821')}>Good</Button>
      <Button onClick={() => toast.success('Deleted ‘Buy a second monitor’', { undo: () => toast.success('It is back') })}>
        With undo
      </Button>
      <Button onClick={() => toast.error('Failed to save changes.')}>Bad</Button>
    </div>
    <Note tone="missed" title="Login failed">
      Email or password is wrong.
    </Note>
    <Note tone="due" title="Offline since 14:02.">
      2 changes are kept here and sent when you are back.
    </Note>
    <Note tone="review" title="Søren was asked at 12:04.">
      He has until tomorrow, 12:00.
    </Note>
    <Note>A change counts from the next occurrence that has not fired yet.</Note>
  </Part>
);
