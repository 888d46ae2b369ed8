import { Check, PenLine, ScanSearch, X } from 'lucide-react';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Review } from '../api/verifications.ts';
import { Icon } from '../ui/icon.tsx';
import { initials } from '../ui/person.ts';
import { dayAndTime, judgeName } from './words.ts';

/** The score from which a criterion is met. */
const MET = 60;

const VERDICTS: Readonly<Record<Review['verdict'], string>> = { accepted: 'Accepted', rejected: 'Sent back', comment: 'Commented' };

/** How the criteria came out: '3 of 5 points met'. */
export const metWords = (criteria: Review['criteria']): string =>
  `${criteria.filter(({ score }) => score >= MET).length} of ${criteria.length} points met`;

interface ReviewProps {
  readonly review: Review;
  /** Whether it is this one that decided. */
  readonly decided: boolean;
  readonly clock: OwnerClock;
}

/** What one judge said: by whom, when, the verdict, why, and the criteria where there are any. */
export function ReviewSaid({ review, decided, clock }: ReviewProps) {
  const { judge, criteria, comment, verdict, score, model, promptVersion } = review;
  const name = judgeName(judge);
  return (
    <section className="say" aria-label={`${name}, ${dayAndTime(review.at, clock)}`}>
      <div className="say-h">
        <span className={judge.kind === 'partner' ? 'av a' : 'av'} aria-hidden="true">
          {judge.kind === 'partner' ? (
            initials({ userMetadata: { fullName: name } })
          ) : (
            <Icon of={judge.kind === 'self' ? PenLine : judge.kind === 'check' ? Check : ScanSearch} />
          )}
        </span>
        <b className="b s2">{name}</b>
        <time className="s2 q3" dateTime={review.at}>
          {dayAndTime(review.at, clock)}
        </time>
        <span className="end s2 q2">
          {criteria.length > 0 ? metWords(criteria) : decided || verdict !== 'comment' ? VERDICTS[verdict] : ''}
        </span>
      </div>
      {comment && <p className="pre">{comment}</p>}
      {criteria.length > 0 && (
        <ul className="pts">
          {criteria.map((one) => (
            <li key={one.name} className={one.score >= MET ? undefined : 'no'}>
              <Icon of={one.score >= MET ? Check : X} label={one.score >= MET ? 'Met' : 'Not met'} />
              <span>
                {one.name}
                {one.comment && <small>{one.comment}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {(score !== null || model) && (
        <p className="s1 q3 said-m">
          {[
            score === null ? null : `Score ${score} of 100`,
            criteria.length > 0 && verdict !== 'comment' ? VERDICTS[verdict].toLowerCase() : null,
            model,
            promptVersion && `instructions ${promptVersion}`,
          ]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
    </section>
  );
}
