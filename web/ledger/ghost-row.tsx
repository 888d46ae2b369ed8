import { Repeat } from 'lucide-react';
import { Priority, Tags } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import type { Ghost } from './ghost.ts';

/** The row that is being written, where it will stand. Readers have it under the line already. */
export const GhostRow = ({ ghost }: { ghost: Ghost }) => (
  <li className="row is-ghost" aria-hidden="true">
    <span className="tick is-still">
      <Mark name="pending" named={false} />
    </span>
    <div className="row-b">
      <span className="row-t">{ghost.title}</span>
      <div className="row-m">
        {ghost.repeats && <Icon of={Repeat} className="row-repeat" />}
        {ghost.tags.length > 0 && <Tags tags={ghost.tags} />}
      </div>
      <div className="row-e">
        <span className="q3">preview</span>
        <Priority level={ghost.priority} />
        {ghost.date !== null && (ghost.time ? <span className="at">{ghost.time}</span> : <span className="q3">end of day</span>)}
      </div>
    </div>
  </li>
);
