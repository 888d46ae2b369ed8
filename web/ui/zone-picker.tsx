import { clsx } from 'clsx';
import { Check, ChevronsUpDown, Globe } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import fieldStyles from './field.module.css';
import { useFieldAttributes } from './field.tsx';
import { Icon } from './icon.tsx';
import layoutStyles from './layout.module.css';
import menuStyles from './menu.module.css';
import textStyles from './text.module.css';
import styles from './zone-picker.module.css';
import { abbreviationsOf, allZones, browserZone, describeZone, exactZone, findZones, type Zone } from './zones.ts';

export interface ZonePickerProps {
  /** An IANA name, or '' for none. */
  value: string;
  onChange: (zone: string) => void;
  onBlur?: () => void;
  name?: string;
  disabled?: boolean;
}

/** Searches by city, by the name of the zone's time, or by offset. Clearing the field selects no zone. */
export function ZonePicker({ value, onChange, onBlur, name, disabled }: ZonePickerProps) {
  const attributes = useFieldAttributes();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const options = useOptions(open, typed, value);
  const current = options.all[at];

  useEffect(() => {
    if (open && current) document.getElementById(`${list}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, current, list]);

  function shut() {
    setOpen(false);
    setTyped(null);
  }
  function choose(zone: Zone | undefined) {
    if (!zone) return;
    onChange(zone.id);
    shut();
  }
  /** A complete name selects that zone. An empty text selects none. */
  function type(text: string) {
    setTyped(text);
    setAt(0);
    const whole = exactZone(text);
    if (whole !== null) onChange(whole);
    setOpen(whole === null && text.trim() !== '');
  }
  function leave() {
    if (typed !== null && typed.trim() === '') onChange('');
    shut();
    onBlur?.();
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (open) setAt((now) => Math.min(Math.max(now + step, 0), options.all.length - 1));
      else setOpen(true);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(current);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      shut();
    }
  }

  return (
    <div className={styles.field} ref={box}>
      <div
        className={clsx(fieldStyles.input, attributes['aria-invalid'] && fieldStyles.invalid, disabled && fieldStyles.off)}
        data-part="input"
      >
        <Icon of={Globe} />
        <input
          {...attributes}
          name={name}
          role="combobox"
          aria-expanded={open}
          aria-controls={open ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={open && current ? `${list}-${current.id}` : undefined}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          placeholder="Search a city or a zone"
          value={typed ?? value}
          onFocus={(event) => event.target.select()}
          onClick={() => setOpen(true)}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
        />
        <Icon of={ChevronsUpDown} />
      </div>
      {open && <Options id={list} options={options} at={at} value={value} onChoose={choose} />}
    </div>
  );
}

interface Found {
  matches: Zone[];
  /** The browser's time zone, offered separately if it is not among the matches. */
  browser: Zone | null;
  all: Zone[];
  searched: boolean;
}

function useOptions(open: boolean, typed: string | null, value: string): Found {
  const zones = useMemo(() => (open ? allZones(new Date()) : []), [open]);
  return useMemo(() => {
    const searched = typed !== null && typed.trim() !== '' && typed !== value;
    const matches = searched ? findZones(zones, typed) : zones;
    const own = browserZone();
    const browser = open && own !== '' && !(searched && matches.some((zone) => zone.id === own)) ? describeZone(own, new Date()) : null;
    // During a search the matches come first. In a list that was just opened, the zone of the browser comes first.
    return { matches, browser, searched, all: browser ? (searched ? [...matches, browser] : [browser, ...matches]) : matches };
  }, [zones, typed, value, open]);
}

function Options({
  id,
  options,
  at,
  value,
  onChoose,
}: {
  id: string;
  options: Found;
  at: number;
  value: string;
  onChoose: (zone: Zone) => void;
}) {
  const { matches, browser, searched, all } = options;
  const row = (zone: Zone, index: number) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      key={`${index}-${zone.id}`}
      id={index === all.findIndex((one) => one.id === zone.id) ? `${id}-${zone.id}` : undefined}
      role="option"
      aria-selected={zone.id === value}
      className={clsx(menuStyles.item, index === at && menuStyles.chosen)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(zone)}
    >
      <span className={clsx(textStyles.faint, menuStyles.zone)}>{zone.offset}</span>
      <span className={layoutStyles.filling}>
        {zone.id} <span className={textStyles.faint}>{[zone.name, abbreviationsOf(zone)].filter(Boolean).join(', ')}</span>
      </span>
      {zone.id === value && <Icon of={Check} />}
    </div>
  );
  const found = <>{matches.map((zone, index) => row(zone, browser && !searched ? index + 1 : index))}</>;
  const caption = !searched
    ? 'All zones'
    : matches.length === 0
      ? 'No zone matches'
      : matches.length === 1
        ? '1 zone matches'
        : `${matches.length} zones match`;
  return (
    <div className={clsx(menuStyles.floating, menuStyles.menu, menuStyles.zones)} role="listbox" id={id} aria-label="Timezones">
      {browser && !searched && (
        // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
        <div role="group" aria-label="Your browser says">
          <div className={menuStyles.caption}>Your browser says</div>
          {row(browser, 0)}
          <div className={menuStyles.rule} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox */}
      <div role="group" aria-label={caption}>
        <div className={menuStyles.caption}>{caption}</div>
        {found}
      </div>
      {browser && searched && (
        // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
        <div role="group" aria-label="Your browser says">
          <div className={menuStyles.rule} />
          <div className={menuStyles.caption}>Your browser says</div>
          {row(browser, matches.length)}
        </div>
      )}
    </div>
  );
}
