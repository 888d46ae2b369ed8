import { Calendar } from 'lucide-react';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { Icon } from '../ui/icon.tsx';
import tabsStyles from '../ui/tabs.module.css';

interface AgainChoicesProps {
  readonly title: string;
  readonly today: string;
  readonly onDay: (date: string) => void;
  /** Asks for a day. */
  readonly onPick: () => void;
}

/** The days for which a missed task is promised again. */
export const AgainChoices = ({ title, today, onDay, onPick }: AgainChoicesProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
  <div className={tabsStyles.segments} data-part="segments" role="group" aria-label={sentence`Promise again: ${title}`}>
    <button type="button" onClick={() => onDay(addDays(today, 1))}>
      Tomorrow
    </button>
    <button type="button" onClick={() => onDay(addDays(today, 7))}>
      Next week
    </button>
    <button type="button" aria-label="Pick a day" onClick={onPick}>
      <Icon of={Calendar} />
    </button>
  </div>
);
