import { CodeXml, FileDown } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/problem.ts';
import { type ReportType, reportHtml, reportPdf } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { toast } from '../ui/toast.tsx';

function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL only after this function has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

interface DownloadProps {
  readonly type: ReportType;
  /** The offset in days for the daily report and in weeks for the weekly one. */
  readonly offset: number;
  /** The name of the file without its extension: 'vouch-weekly-2026-11-16'. */
  readonly name: string;
}

/** Buttons that download the report as PDF or HTML. */
export function Download({ type, offset, name }: DownloadProps) {
  const [busy, setBusy] = useState<'pdf' | 'html' | null>(null);
  async function download(kind: 'pdf' | 'html') {
    setBusy(kind);
    try {
      saveAs(
        kind === 'pdf' ? await reportPdf(type, offset) : new Blob([await reportHtml(type, offset)], { type: 'text/html' }),
        `${name}.${kind}`,
      );
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(null);
    }
  }
  return (
    <>
      <Button icon={<Icon of={FileDown} />} busy={busy === 'pdf'} onClick={() => void download('pdf')}>
        PDF
      </Button>
      <Button icon={<Icon of={CodeXml} />} busy={busy === 'html'} onClick={() => void download('html')}>
        HTML
      </Button>
    </>
  );
}
