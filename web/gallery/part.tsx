import type { ReactNode } from 'react';
import styles from './part.module.css';

export const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={styles.part} aria-label={title}>
    <header>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
    <div className={styles.body}>{children}</div>
  </section>
);
