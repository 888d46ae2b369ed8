import './landing.css';
import './hero.css';
import './features.css';
import './sections.css';
import { useEffect, useRef } from 'react';
import { CLAIMS } from '../content/landing.ts';
import { Closing, Footer } from './foot.tsx';
import { Header } from './header.tsx';
import { Hero } from './hero.tsx';
import { About, Features, HowItWorks, Pricing, Testimonials } from './sections.tsx';
import type { DemoHandle } from './use-demo.ts';

export function Landing() {
  const demo = useRef<DemoHandle>(null);
  useEffect(() => {
    document.title = 'Vouch: Your Success, Verified';
  }, []);
  return (
    <div className="landing">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <Header />
      <main className="lp" id="content">
        <Hero demo={demo} />
        <section className="w" aria-label="In numbers">
          <dl className="nums">
            {CLAIMS.map(({ figure, what }) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Features />
        <HowItWorks />
        <Testimonials />
        <Pricing />
        <About />
        <Closing />
      </main>
      <Footer />
    </div>
  );
}
