import { useQuery } from '@tanstack/react-query';
import { CodeXml, FileDown } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '../api/problem.ts';
import { type ReportFileOf, reportFile, underWayQuery } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Status } from '../ui/status.tsx';
import { toast } from '../ui/toast.tsx';
import styles from './download.module.css';

function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL after this function has returned, so it must not be revoked at once.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface DownloadProps extends Omit<ReportFileOf, 'format'> {
  /** Without extension: 'vouch-weekly-2026-11-16'. */
  readonly name: string;
}

/** What takes a report away: its files, and before them the children. */
export function Download({ children, ...file }: DownloadProps & { readonly children?: ReactNode }) {
  return (
    <span className={styles.files}>
      {children}
      <FileButton {...file} format="pdf" icon={<Icon of={FileDown} />} />
      <FileButton {...file} format="html" icon={<Icon of={CodeXml} />} />
    </span>
  );
}

interface Running {
  readonly of: ReportFileOf;
  readonly cancel: () => void;
}

function FileButton({ name, icon, ...of }: DownloadProps & Pick<ReportFileOf, 'format'> & { readonly icon: ReactNode }) {
  const [running, setRunning] = useState<Running | null>(null);
  async function download() {
    const cancelled = new AbortController();
    setRunning({ of, cancel: () => cancelled.abort() });
    try {
      saveAs(await reportFile(of, cancelled.signal), `${name}.${of.format}`);
    } catch (error) {
      if (!cancelled.signal.aborted) toast.error(messageOf(error));
    } finally {
      setRunning(null);
    }
  }
  return (
    <>
      <Button icon={icon} busy={running !== null} onClick={() => void download()}>
        {of.format.toUpperCase()}
      </Button>
      {running && <Progress {...running} />}
    </>
  );
}

/** In milliseconds. Most reports are ready sooner, and then no progress is shown. */
const SOON = 600;

/** Shows the progress, and a button that cancels the report. */
function Progress({ of, cancel }: Running) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useQuery({ ...underWayQuery, enabled: shown });
  const found = data?.find((one) => one.type === of.type && one.format === of.format && one.offset === of.offset);
  const file = of.format.toUpperCase();
  return (
    <>
      <Status className={styles.progress}>
        {shown && (found?.status === 'waiting' ? `The ${file} waits for its turn…` : `Making the ${file}…`)}
      </Status>
      {shown && (
        <Button variant="ghost" aria-label={`Cancel the ${file}`} onClick={cancel}>
          Cancel
        </Button>
      )}
    </>
  );
}
