import { clsx } from 'clsx';
import { FileText, GitCommitHorizontal, Link as LinkIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { plural, sizeWords } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { fileAddress, previewAddress } from '../api/files.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Submission, Verification } from '../api/verifications.ts';
import { Icon } from '../ui/icon.tsx';
import { Linked, OutsideLink } from '../ui/linked.tsx';
import textStyles from '../ui/text.module.css';
import { Viewer } from '../ui/viewer.tsx';
import { commitWhen } from './change-words.ts';
import { linkWords, SECTIONS } from './draft.ts';
import styles from './given.module.css';
import { ReviewSaid } from './review.tsx';
import taskVerificationStyles from './task-verification.module.css';
import { dayAndTime, SUBMISSION_WORDS } from './words.ts';

// Few proofs are designs, and the Markdown parser is as large as this screen.
const Markdown = lazy(() => import('../ui/markdown.tsx').then((module) => ({ default: module.Markdown })));

type Design = NonNullable<Submission['design']>;

/** The diagram is shown as the picture that was submitted, together with its source. */
function DesignGiven({ design }: { design: Design }) {
  const [shown, setShown] = useState<number | null>(null);
  const { diagram } = design;
  const picture = diagram?.file ? previewAddress(diagram.file, 1280) : null;
  return (
    <div className={styles.design}>
      {SECTIONS.filter(({ key }) => design[key].trim() !== '').map(({ key, name }) => (
        <section key={key} aria-label={name}>
          <h4>{name}</h4>
          <Suspense
            fallback={
              <p className={taskVerificationStyles.text} dir="auto">
                {design[key]}
              </p>
            }
          >
            <Markdown text={design[key]} />
          </Suspense>
        </section>
      ))}
      {picture && (
        <button type="button" className={styles.diagram} aria-label="Look at the diagram" onClick={() => setShown(0)}>
          <img src={picture} alt="" loading="lazy" />
        </button>
      )}
      {diagram?.mermaid && (
        <details>
          <summary className={clsx(textStyles.link, textStyles.small)}>Source of the diagram</summary>
          <pre className={styles.source}>{diagram.mermaid}</pre>
        </details>
      )}
      {picture && <Viewer pictures={[{ src: picture, name: 'Diagram' }]} shown={shown} onShown={setShown} />}
    </div>
  );
}

type File = Submission['files'][number];

/** Pictures open in the viewer, all other files are downloads. */
function FilesGiven({ files }: { files: readonly File[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const pictures = files.filter((file) => file.preview);
  const others = files.filter((file) => !file.preview);
  return (
    <>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map((file, index) => (
            <li key={file.id}>
              <button type="button" aria-label={sentence`Look at ${file.name}`} onClick={() => setShown(index)}>
                <img src={previewAddress(file.id, 320)} alt="" loading="lazy" />
              </button>
              <Seen file={file} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={styles.links}>
          {others.map((file) => (
            <li key={file.id}>
              <Icon of={FileText} />
              <a className={clsx(textStyles.link, styles.link)} href={fileAddress(file.id)} download={file.name}>
                <bdi>{file.name}</bdi>
              </a>
              <span className={clsx(textStyles.faint, textStyles.tiny)}>{sizeWords(file.size)}</span>
              <Seen file={file} />
            </li>
          ))}
        </ul>
      )}
      <Viewer
        pictures={pictures.map((file) => ({ src: previewAddress(file.id, 1280), name: file.name, original: fileAddress(file.id) }))}
        shown={shown}
        onShown={setShown}
      />
    </>
  );
}

/** The judge sees that the same file was submitted before, so the owner sees it, too. */
const Seen = ({ file }: { file: File }) =>
  file.seenBefore ? (
    <small className={textStyles.due}>{file.seenBefore.how === 'same' ? 'Given before' : 'Looks like an earlier one'}</small>
  ) : null;

interface GivenProps {
  readonly one: Verification;
  readonly clock: OwnerClock;
}

/** Newest first, each with its reviews. */
export function Given({ one, clock }: GivenProps) {
  const [newest, ...earlier] = one.submissions.toReversed();
  if (!newest) return null;
  return (
    <>
      <SubmissionGiven one={one} submission={newest} clock={clock} />
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary className={clsx(textStyles.link, textStyles.small)}>{plural(earlier.length, 'earlier proof', 'earlier proofs')}</summary>
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
        <ReviewSaid key={review.id} review={review} files={submission.files} decided={one.decision?.id === review.id} clock={clock} />
      ))}
      <section className={taskVerificationStyles.statement} aria-label={`Given ${dayAndTime(submission.at, clock)}`}>
        <div className={taskVerificationStyles.byline}>
          <b className={clsx(textStyles.strong, textStyles.small)}>What you gave</b>
          <time className={clsx(textStyles.small, textStyles.faint)} dateTime={submission.at}>
            {dayAndTime(submission.at, clock)}
          </time>
          <span className={clsx(textStyles.atEnd, textStyles.small, textStyles.muted)}>{SUBMISSION_WORDS[submission.state]}</span>
        </div>
        <Content submission={submission} task={one.taskId} clock={clock} />
      </section>
    </>
  );
}

function Content({ submission, task, clock }: { submission: Submission; task: string; clock: OwnerClock }) {
  const { text, links, commits, files, design, emailTaskId: email, codeTaskId: code } = submission;
  return (
    <div className={styles.content}>
      {text && (
        <p className={taskVerificationStyles.text} dir="auto">
          <Linked text={text} />
        </p>
      )}
      {(links.length > 0 || commits.length > 0) && (
        <ul className={styles.links}>
          {commits.map((commit) => (
            <li key={commit.url}>
              <Icon of={GitCommitHorizontal} />
              <Outside to={commit.url} />
              {commit.confirmed !== null && (
                <span className={commit.confirmed ? clsx(textStyles.kept, textStyles.tiny) : clsx(textStyles.missed, textStyles.tiny)}>
                  {commit.confirmed ? 'confirmed' : 'not confirmed'}
                </span>
              )}
              {commit.message && (
                <span className={styles.message} dir="auto">
                  {commit.message.split('\n', 1)[0]}
                </span>
              )}
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
        <p className={textStyles.small}>
          <Link
            className={clsx(textStyles.link, styles.link)}
            to={`/verify/task/${encodeURIComponent(task)}/attempt/${encodeURIComponent(code)}`}
          >
            The coding attempt
          </Link>
        </p>
      )}
      {email && <p className={clsx(textStyles.small, textStyles.muted)}>The email that was sent.</p>}
    </div>
  );
}

const Outside = ({ to }: { to: string }) => (
  <OutsideLink to={to} className={clsx(textStyles.link, styles.link)}>
    {linkWords(to)}
  </OutsideLink>
);
