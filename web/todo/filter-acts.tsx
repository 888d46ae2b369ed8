import { ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { SavedFilter } from '../api/filters.ts';
import { messageOf } from '../api/problem.ts';
import { checkedAsTyped } from '../forms/checked.ts';
import { FormField } from '../forms/form-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Menu, MenuItem, MenuRule } from '../ui/menu.tsx';
import { Note } from '../ui/note.tsx';
import type { TodoPlace } from './address.ts';
import { useFilterActs } from './saved-filters.ts';

const NAME = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Name is required.')
    .refine((name) => [...name].length <= 50, 'At most 50 characters.'),
});

interface NameFormProps {
  readonly name: string;
  readonly onClose: () => void;
  readonly send: (name: string) => Promise<void>;
}

function NameForm({ name, onClose, send }: NameFormProps) {
  const form = useCallForm({
    resolver: checkedAsTyped(NAME),
    mode: 'onSubmit',
    defaultValues: { name },
    send: async (typed) => {
      await send(typed.name);
      onClose();
    },
  });
  const { ref } = form.attributes;
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref]);
  return (
    <form {...form.attributes} className={layoutStyles.before12}>
      <FormField form={form} name="name" label="Name">
        <Input {...form.register('name')} placeholder="Reviews this week" autoComplete="off" />
      </FormField>
      {form.failure && (
        <Note tone="missed" alert title={messageOf(form.failure)}>
          Nothing was changed.
        </Note>
      )}
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" type="submit">
          Save
        </Button>
      </footer>
    </form>
  );
}

interface FilterActsProps {
  /** What is searched for. */
  readonly query: string;
  /** The saved filter that is open. Null: none is. */
  readonly filter: SavedFilter | null;
  /** How many filters there are. */
  readonly count: number;
  /** Shows something else. */
  readonly onList: (place: Partial<TodoPlace>) => void;
}

/** Saves what is searched for as a filter, and changes, moves or deletes the one that is open. */
export function FilterActs({ query, filter, count, onList }: FilterActsProps) {
  const acts = useFilterActs();
  const [asking, setAsking] = useState<'save' | 'rename' | null>(null);
  const close = () => setAsking(null);
  const show = ({ id }: SavedFilter) => onList({ filter: id });
  async function save(name: string): Promise<void> {
    if (asking === 'rename' && filter) await acts.rename(filter, name);
    else show(await acts.save({ name, query }));
  }
  return (
    <>
      {filter && filter.query !== query && (
        <Button
          onClick={() => {
            acts.setQuery(filter, query);
            show(filter);
          }}
        >
          Save the change
        </Button>
      )}
      {filter?.query !== query && <Button onClick={() => setAsking('save')}>{filter ? 'Save as a new filter' : 'Save this filter'}</Button>}
      {filter && (
        <Menu
          label={sentence`The filter ${filter.name}`}
          trigger={
            <IconButton label={sentence`More: ${filter.name}`}>
              <Icon of={Ellipsis} />
            </IconButton>
          }
        >
          <MenuItem icon={Pencil} onSelect={() => setAsking('rename')}>
            Rename
          </MenuItem>
          <MenuItem icon={ArrowUp} disabled={filter.position === 0} onSelect={() => acts.move(filter, filter.position - 1)}>
            Move up
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={filter.position >= count - 1} onSelect={() => acts.move(filter, filter.position + 1)}>
            Move down
          </MenuItem>
          <MenuRule />
          <MenuItem
            icon={Trash2}
            danger
            onSelect={() => {
              acts.remove(filter, show);
              onList({});
            }}
          >
            Delete
          </MenuItem>
        </Menu>
      )}
      <Dialog
        open={asking !== null}
        onOpenChange={(on) => !on && close()}
        title={asking === 'rename' ? 'Rename the filter' : 'Save this filter'}
      >
        {asking && <NameForm key={asking} name={asking === 'rename' ? (filter?.name ?? '') : ''} onClose={close} send={save} />}
      </Dialog>
    </>
  );
}
