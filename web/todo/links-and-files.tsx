import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { FileText, Link as LinkIcon } from 'lucide-react';
import { memo } from 'react';
import { sizeWords } from '../../src/contracts/words/format.ts';
import { fileAddress } from '../api/files.ts';
import type { Task } from '../api/tasks.ts';
import { verificationQuery } from '../api/verifications.ts';
import detailStyles from '../tasks/detail.module.css';
import { Icon } from '../ui/icon.tsx';
import { OutsideLink } from '../ui/linked.tsx';
import textStyles from '../ui/text.module.css';
import styles from './links-and-files.module.css';
import { filesOfTask, linksOfTask } from './task-links.ts';

/** For example 'github.com/owner/name'. */
function linkWords(link: string): string {
  const url = URL.parse(link);
  if (!url) return link;
  const rest = `${url.pathname === '/' ? '' : url.pathname}${url.search}${url.hash}`;
  return `${url.host.replace(/^www\./, '')}${rest}`;
}

/** All links in the texts of a task and its proofs, and all files of its proofs. Nothing if there are none. */
export const LinksAndFiles = memo(function LinksAndFiles({ task }: { task: Task }) {
  const proofs = useQuery({ ...verificationQuery(task.id), enabled: task.verificationType !== 'none' }).data;
  const [links, files] = [linksOfTask(task, proofs), filesOfTask(proofs)];
  if (links.length + files.length === 0) return null;
  return (
    <section className={detailStyles.section} data-part="detail-section" aria-labelledby="links-h">
      <h3 id="links-h">{titleOf(links.length, files.length)}</h3>
      <ul className={styles.list}>
        {links.map((link) => (
          <li key={link}>
            <Icon of={LinkIcon} />
            <OutsideLink to={link} className={clsx(textStyles.link, styles.link)}>
              <bdi>{linkWords(link)}</bdi>
            </OutsideLink>
          </li>
        ))}
        {files.map((file) => (
          <li key={file.id}>
            <Icon of={FileText} />
            <a className={clsx(textStyles.link, styles.link)} href={fileAddress(file.id)} download={file.name}>
              <bdi>{file.name}</bdi>
            </a>
            <span className={clsx(textStyles.faint, textStyles.tiny)}>{sizeWords(file.size)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
});

function titleOf(links: number, files: number): string {
  if (files === 0) return 'Links';
  return links === 0 ? 'Files' : 'Links and files';
}
