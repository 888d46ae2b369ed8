import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { PLANS } from '../../src/contracts/plan.ts';
import type { MarkName } from '../../src/contracts/words/marks.ts';
import { ABOUT, FEATURES, FEATURES_HEAD, PLANS_HEAD, STEPS, TESTIMONIALS } from '../content/landing.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import textStyles from '../ui/text.module.css';
import landingStyles from './landing.module.css';
import styles from './sections.module.css';

/** Screenshots of the program's own screens, made by scripts/readme-pictures.ts. Addresses by file. */
const FILES = import.meta.glob<string>('./pictures/*.avif', { eager: true, import: 'default', query: '?url' });
const THEMES = ['light', 'dark'] as const;
/** The size in CSS pixels. The files have twice the resolution. */
const SIZE = { width: 440, height: 275 } as const;

interface PictureProps {
  readonly of: (typeof FEATURES)[number]['picture'];
  readonly alt: string;
}

/**
 * Shows the picture that fits the theme. A browser loads it when it comes near the viewport, and never loads the one of the
 * other theme.
 */
const Picture = ({ of, alt }: PictureProps) =>
  THEMES.map((theme) => (
    <img
      key={theme}
      className={clsx(styles.picture, theme === 'dark' ? styles.dark : styles.light)}
      src={FILES[`./pictures/${of}-${theme}.avif`]}
      alt={alt}
      {...SIZE}
      loading="lazy"
      decoding="async"
    />
  ));

/** `mark` is shown in the margin. */
function Head({ title, mark, children }: { title: ReactNode; mark?: MarkName; children?: ReactNode }) {
  return (
    <header className={landingStyles.heading}>
      {mark && (
        <span className={landingStyles.margin} aria-hidden="true">
          <Mark name={mark} named={false} />
        </span>
      )}
      <h2>{title}</h2>
      {children}
    </header>
  );
}

export const Features = () => (
  <section className={clsx(landingStyles.container, landingStyles.section)} id="features">
    <Head
      mark="in_progress"
      title={
        <>
          {FEATURES_HEAD.title[0]}
          <br />
          {FEATURES_HEAD.title[1]}
        </>
      }
    >
      <p>{FEATURES_HEAD.text}</p>
    </Head>
    <ul className={styles.features}>
      {FEATURES.map(({ picture, shows, title, text }) => (
        <li className={styles.feature} key={picture}>
          <Picture of={picture} alt={shows} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);

export const HowItWorks = () => (
  <section className={clsx(landingStyles.container, landingStyles.section)} id="how-it-works">
    <Head mark="awaiting_proof" title="How it works" />
    <ol className={styles.steps}>
      {STEPS.map(({ mark, title, text }, index) => (
        <li className={styles.step} key={title}>
          <span className={styles.mark}>
            <Mark name={mark} size="l" named={false} />
          </span>
          <span className={styles.number} aria-hidden="true">
            {index + 1}
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  </section>
);

export const Testimonials = () => (
  <section className={clsx(landingStyles.container, landingStyles.section)}>
    <Head title="What it is like">
      <p>
        <Badge>{TESTIMONIALS.badge}</Badge> <span className={clsx(textStyles.small, textStyles.muted)}>{TESTIMONIALS.note}</span>
      </p>
    </Head>
    <ul className={styles.quotes}>
      {TESTIMONIALS.quotes.map(({ text, name, role }) => (
        <li key={name}>
          <blockquote>
            <p>{text}</p>
          </blockquote>
          <div className={styles.author}>
            <b>{name}</b>
            <span>{role}</span>
          </div>
        </li>
      ))}
    </ul>
  </section>
);

export const Pricing = () => (
  <section className={clsx(landingStyles.container, landingStyles.section)} id="pricing">
    <Head mark="in_review" title="Pricing">
      <p>{PLANS_HEAD}</p>
    </Head>
    <ul className={styles.plans}>
      {PLANS.map(({ name, price_cents, popular, features }) => (
        <li className={styles.plan} key={name}>
          <div className={styles.header}>
            <h3>{name}</h3>
            {popular && <Badge tone="accent">Popular</Badge>}
          </div>
          <div className={styles.price}>
            ${price_cents / 100}
            {price_cents > 0 && <small>/mo</small>}
          </div>
          <ul>
            {features.map((one) => (
              <li key={one}>
                <Icon of={Check} />
                {one}
              </li>
            ))}
          </ul>
          <ButtonLink to="/auth" state={{ tab: 'up' }} size="l" variant={popular ? 'primary' : 'secondary'}>
            {popular ? 'Start Free Trial' : 'Get Started'}
          </ButtonLink>
        </li>
      ))}
    </ul>
  </section>
);

export const About = () => (
  <section className={clsx(landingStyles.container, landingStyles.section, styles.about)} id="about">
    <Head title="About" />
    <p>{ABOUT}</p>
  </section>
);
