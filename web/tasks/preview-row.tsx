import { Repeat } from 'lucide-react';
import { Priority, Tags } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import type { RowPreview } from './row-preview.ts';

/**
 * The row of the task that is being typed, at its future place. Screen readers skip it, since the preview below the input says
 * the same.
 */
export const PreviewRow = ({ preview }: { preview: RowPreview }) => (
  <li className="row is-preview" aria-hidden="true">
    <span className="tick is-still">
      <Mark name="pending" named={false} />
    </span>
    <div className="row-b">
      <span className="row-t">{preview.title}</span>
      <div className="row-m">
        {preview.repeats && <Icon of={Repeat} className="row-repeat" />}
        {preview.tags.length > 0 && <Tags tags={preview.tags} />}
      </div>
      <div className="row-e">
        <span className="q3">preview</span>
        <Priority level={preview.priority} />
        {preview.date !== null && (preview.time ? <span className="at">{preview.time}</span> : <span className="q3">end of day</span>)}
      </div>
    </div>
  </li>
);
