import { ScanSearch } from 'lucide-react';
import { useId } from 'react';
import type { EmailReview } from '../../api/email-tasks.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';

/** The score from which a criterion is met. */
const MET = 60;
const VERDICTS = { accepted: 'Good to send', rejected: 'Could be better', comment: 'Not judged' } as const;

/** What the AI, or the rubric in its place, says about a draft: the score as a whole and by criteria, with advice. */
export function EmailReviewed({ review: { judge, verdict, score, criteria, comment } }: { review: EmailReview }) {
  const id = useId();
  return (
    <section className="em-rev" aria-labelledby={id} aria-live="polite">
      <header>
        <Icon of={ScanSearch} />
        <h4 id={id}>{judge.kind === 'ai' ? 'AI review' : 'Review by rubric'}</h4>
        <Badge tone={verdict === 'accepted' ? 'kept' : verdict === 'rejected' ? 'due' : 'neutral'}>{VERDICTS[verdict]}</Badge>
        {score !== null && <span className="end b">{score} of 100</span>}
      </header>
      {criteria.length > 0 && (
        <dl>
          {criteria.map((one) => (
            <div key={one.name}>
              <dt>{one.name}</dt>
              <dd>
                <meter
                  min={0}
                  max={100}
                  low={MET}
                  high={MET}
                  optimum={100}
                  value={one.score}
                  aria-label={`${one.name}: ${one.score} of 100`}
                />
                <span className="n">{one.score}</span>
                {one.comment && <p>{one.comment}</p>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {comment && <p className="s2 q2">{comment}</p>}
    </section>
  );
}
