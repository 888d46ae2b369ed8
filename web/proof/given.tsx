import { GitCommitHorizontal, Link as LinkIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Submission, Verification } from '../api/verifications.ts';
import { plural } from '../lib/words.ts';
import { Icon } from '../ui/icon.tsx';
import { commitWhen } from './change-words.ts';
import { DesignGiven } from './design-given.tsx';
import { linkWords } from './draft.ts';
import { FilesGiven } from './files-given.tsx';
import { ReviewSaid } from './review-said.tsx';
import { dayAndTime, SUBMISSION_WORDS } from './words.ts';

interface GivenProps {
  readonly one: Verification;
  readonly clock: OwnerClock;
}

/** What was given, the newest first, each with what was said about it. */
export function Given({ one, clock }: GivenProps) {
  const [newest, ...earlier] = one.submissions.toReversed();
  if (!newest) return null;
  return (
    <>
      <SubmissionGiven one={one} submission={newest} clock={clock} />
      {earlier.length > 0 && (
        <details className="vold">
          <summary className="link s2">{plural(earlier.length, 'earlier proof', 'earlier proofs')}</summary>
          {earlier.map((submission) => (
            <SubmissionGiven key={submission.id} one={one} submission={submission} clock={clock} />
          ))}
        </details>
      )}
    </>
  );
}

function SubmissionGiven({ one, submission, clock }: GivenProps & { readonly submission: Submission }) {
  return (
    <>
      {submission.reviews.toReversed().map((review) => (
        <ReviewSaid key={review.id} review={review} decided={one.decision?.id === review.id} clock={clock} />
      ))}
      <section className="say given" aria-label={`Given ${dayAndTime(submission.at, clock)}`}>
        <div className="say-h">
          <b className="b s2">What you gave</b>
          <time className="s2 q3" dateTime={submission.at}>
            {dayAndTime(submission.at, clock)}
          </time>
          <span className="end s2 q2">{SUBMISSION_WORDS[submission.state]}</span>
        </div>
        <Content submission={submission} task={one.taskId} clock={clock} />
      </section>
    </>
  );
}

function Content({ submission, task, clock }: { submission: Submission; task: string; clock: OwnerClock }) {
  const { text, links, commits, files, design, emailTaskId: email, codeTaskId: code } = submission;
  return (
    <div className="given-b">
      {text && <p className="pre">{text}</p>}
      {(links.length > 0 || commits.length > 0) && (
        <ul className="lks">
          {commits.map((commit) => (
            <li key={commit.url}>
              <Icon of={GitCommitHorizontal} />
              <Outside to={commit.url} />
              {commit.confirmed !== null && (
                <span className={commit.confirmed ? 'kept s1' : 'missed s1'}>{commit.confirmed ? 'confirmed' : 'not confirmed'}</span>
              )}
              {commit.message && <span className="lks-m">{commit.message.split('\n', 1)[0]}</span>}
              {commit.note && <small>{commit.note}</small>}
              {commit.committedAt && (
                <small>
                  {commit.kind === 'commit'
                    ? commitWhen(commit.committedAt, commit.pushedAt, clock)
                    : dayAndTime(commit.committedAt, clock)}
                </small>
              )}
              {commit.readAt && <small>Read from GitHub {dayAndTime(commit.readAt, clock)}.</small>}
            </li>
          ))}
          {links
            .filter((link) => !commits.some(({ url }) => url === link))
            .map((link) => (
              <li key={link}>
                <Icon of={LinkIcon} />
                <Outside to={link} />
              </li>
            ))}
        </ul>
      )}
      {files.length > 0 && <FilesGiven files={files.filter((file) => file.id !== design?.diagram?.file)} />}
      {design && <DesignGiven design={design} />}
      {code && (
        <p className="s2">
          <Link className="link" to={`/verify/task/${encodeURIComponent(task)}/attempt/${encodeURIComponent(code)}`}>
            The coding attempt
          </Link>
        </p>
      )}
      {email && <p className="s2 q2">The email that was sent.</p>}
    </div>
  );
}

/** A link to somewhere else. It is told neither where it was followed nor by whom. */
const Outside = ({ to }: { to: string }) => (
  <a className="link" href={to} target="_blank" rel="noopener noreferrer">
    {linkWords(to)}
  </a>
);
