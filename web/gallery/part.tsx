import type { ReactNode } from 'react';

export const Part = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="gp" aria-label={title}>
    <header>
      <h2>{title}</h2>
      <p>{text}</p>
    </header>
    <div className="gp-b">{children}</div>
  </section>
);
