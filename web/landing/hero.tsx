import { Play } from 'lucide-react';
import type { RefObject } from 'react';
import { FINE_PRINT, LEAD, TAGLINE } from '../content/landing.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Demo } from './demo.tsx';
import type { DemoHandle } from './use-demo.ts';

export const FinePrint = () => (
  <p className="s2 q2 fine">
    {FINE_PRINT.map((text) => (
      <span key={text}>{text}</span>
    ))}
  </p>
);

export const Hero = ({ demo }: { demo: RefObject<DemoHandle | null> }) => (
  <section className="hero w">
    <span className="mg" aria-hidden="true">
      <Mark name="pending" named={false} />
    </span>
    <div>
      <h1>
        {TAGLINE.before} <span className="vf">{TAGLINE.ruled}</span>
      </h1>
      <p className="ld">{LEAD}</p>
      <div className="cta">
        <ButtonLink to="/auth" state={{ tab: 'up' }} variant="primary" size="l">
          Start Free Trial
        </ButtonLink>
        <Button size="l" icon={<Icon of={Play} />} onClick={() => demo.current?.play()}>
          Watch Demo
        </Button>
      </div>
      <FinePrint />
    </div>
    <Demo handle={demo} />
  </section>
);
