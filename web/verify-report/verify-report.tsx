import { CircleCheck, CircleHelp } from 'lucide-react';
import { type ChangeEvent, useEffect, useState } from 'react';
import { Field, useFieldAttributes } from '../ui/field.tsx';
import iconStyles from '../ui/icon.module.css';
import { Logo } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { useTitle } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import type { Verdict } from './check-files.ts';
import { startChecker } from './checker.ts';
import { ownKeys } from './own-keys.ts';
import styles from './verify-report.module.css';

interface FileInputProps {
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function FileInput({ multiple = false, onFiles }: FileInputProps) {
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => onFiles([...(target.files ?? [])]);
  return <input type="file" className={styles.file} multiple={multiple} onChange={take} {...useFieldAttributes()} />;
}

const NONE: readonly File[] = [];
const FAILED: Verdict = { exit: 1, title: 'Not checked', text: 'The page could not check the file. Reload it and try again.' };

/** Checks papers in the browser. Once it is loaded it asks nobody, and its policy allows no request. */
export function VerifyReport() {
  useTitle('Verify a report');
  const [paper, setPaper] = useState<File | null>(null);
  const [earlier, setEarlier] = useState<File | null>(null);
  const [proofs, setProofs] = useState(NONE);
  const [keys, setKeys] = useState<File | null>(null);
  const result = useVerdict(paper, earlier, proofs, keys);
  return (
    <div className={styles.page}>
      <header>
        {/* Other pages may send requests, so each is loaded with a policy of its own. */}
        <a href="/" className={iconStyles.brand} aria-label="Vouch">
          <Logo />
        </a>
      </header>
      <main>
        <h1>Verify a report</h1>
        <p className={styles.lead}>
          Find out whether a report, a partner’s page or an export was changed since it was downloaded from Vouch. Your files stay in this
          browser.
        </p>
        <div className={layoutStyles.fields}>
          <Field label="File to check" hint="A page, a PDF or an export, of this or another installation. Choose it, or drop it here.">
            <FileInput onFiles={([file = null]) => setPaper(file)} />
          </Field>
          <Field label="Earlier file" note="optional" hint="An older report, or a mail saved as .eml, from which its record should go on.">
            <FileInput onFiles={([file = null]) => setEarlier(file)} />
          </Field>
          <Field label="Proof" note="optional" hint="Files that a partner’s page or PDF should name as proof.">
            <FileInput multiple onFiles={setProofs} />
          </Field>
          <Field
            label="Keys of another installation"
            note="optional"
            hint="Its vouch-keys.json, saved from /.well-known/vouch-keys.json at its address. Without it, the keys of this installation are compared."
          >
            <FileInput onFiles={([file = null]) => setKeys(file)} />
          </Field>
        </div>
        <Status as="div" className={styles.result}>
          {result === 'checking' ? 'Checking…' : result && <Result verdict={result} />}
        </Status>
      </main>
    </div>
  );
}

/** What was found about the chosen files. Null: none is chosen. */
function useVerdict(paper: File | null, earlier: File | null, proofs: readonly File[], keys: File | null): Verdict | 'checking' | null {
  const [found, setFound] = useState<Verdict | 'checking' | null>(null);
  const [check] = useState(startChecker);
  useEffect(() => {
    setFound(paper && 'checking');
    if (paper === null) return;
    let isNewest = true;
    const show = (verdict: Verdict): void => {
      if (isNewest) setFound(verdict);
    };
    check({ paper, earlier, proofs, keys }, ownKeys()).then(show, () => show(FAILED));
    return () => {
      isNewest = false;
    };
  }, [check, paper, earlier, proofs, keys]);
  return found;
}

function Result({ verdict: { exit, title, text, details = [] } }: { verdict: Verdict }) {
  if (exit === 1)
    return (
      <>
        <Note tone="missed" title={`${title}.`}>
          {text}
        </Note>
        {details.length > 0 && (
          <ul className={styles.details}>
            {details.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
      </>
    );
  return (
    <Note tone={exit === 0 ? 'neutral' : 'due'} title={`${title}.`} icon={exit === 0 ? CircleCheck : CircleHelp}>
      {text}
    </Note>
  );
}
