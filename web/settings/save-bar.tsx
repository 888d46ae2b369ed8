import { clsx } from 'clsx';
import { plural } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import type { SaveFault } from './use-settings-form.ts';

interface SaveBarProps {
  readonly changed: number;
  readonly saving: boolean;
  readonly fault: SaveFault | null;
  readonly onDiscard: () => void;
}

/** The bar at the bottom of a form: a failure, the number of unsaved changes, and the buttons. */
export const SaveBar = ({ changed, saving, fault, onDiscard }: SaveBarProps) => (
  <>
    {fault && (
      <Note tone="missed" alert title={fault.title} className="set-fault">
        {fault.text}
      </Note>
    )}
    <div className={clsx('set-save', changed > 0 && 'is-due')}>
      <span className="s2 q2" role="status">
        {changed > 0 ? `${plural(changed, 'change')} not saved` : ''}
      </span>
      {changed > 0 && (
        <Button disabled={saving} onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button variant="primary" type="submit" busy={saving} busyLabel="Saving...">
        Save Changes
      </Button>
    </div>
  </>
);
