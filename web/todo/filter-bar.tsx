import { ListFilter, Search } from 'lucide-react';
import type { Filter } from '../tasks/group.ts';
import { isFiltering, NO_FILTER } from '../tasks/group.ts';
import { PRIORITY_WORDS } from '../tasks/state.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/choice.tsx';
import { Field, Input } from '../ui/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { Select } from '../ui/select.tsx';

interface FilterProps {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
  /** All tags that can be chosen. */
  readonly tags: readonly string[];
}

const ANY = 'any';
const PRIORITIES = [{ value: ANY, label: 'Any' }, ...Object.entries(PRIORITY_WORDS).map(([value, label]) => ({ value, label }))];

/** The button of the filter, with the number of active conditions, and the popover with its fields. */
export function FilterButton({ filter, onChange, tags }: FilterProps) {
  const set = [filter.text.trim() !== '', filter.tag !== null, filter.priority !== null, filter.open].filter(Boolean).length;
  return (
    <Popover
      label="Filter"
      trigger={<Button icon={<Icon of={ListFilter} />}>Filter{set > 0 && <span className="count">{set}</span>}</Button>}
    >
      <div className="filter">
        <Field label="Words">
          <Input
            lead={<Icon of={Search} />}
            type="search"
            value={filter.text}
            placeholder="In title, notes and tags"
            onChange={(event) => onChange({ ...filter, text: event.target.value })}
          />
        </Field>
        <Field label="Tag">
          <Select
            value={filter.tag ?? ANY}
            options={[{ value: ANY, label: 'Any' }, ...tags.map((tag) => ({ value: tag, label: `#${tag}` }))]}
            onChange={(tag) => onChange({ ...filter, tag: tag === ANY ? null : tag })}
          />
        </Field>
        <Field label="Priority">
          <Select
            value={filter.priority ?? ANY}
            options={PRIORITIES}
            onChange={(value) => onChange({ ...filter, priority: value === ANY ? null : (value as Filter['priority']) })}
          />
        </Field>
        <Checkbox label="Only what is open" checked={filter.open} onChange={(open) => onChange({ ...filter, open })} />
        <Button size="s" disabled={!isFiltering(filter)} onClick={() => onChange(NO_FILTER)}>
          Clear
        </Button>
      </div>
    </Popover>
  );
}
