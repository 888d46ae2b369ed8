import { Kbd } from '../ui/badge.tsx';
import { Page, Section } from '../ui/page.tsx';
import { COMMON_KEYS } from '../ui/shortcuts.tsx';
import { WORDS } from './words.ts';
import './help.css';

/** What the words of the product mean, and the keys that work on every screen. */
export const Help = () => (
  <Page title="Help" sub="What the words mean, and which keys work everywhere" narrow>
    {WORDS.map(({ title, words }) => (
      <Section key={title} title={title}>
        <dl className="help-words">
          {words.map(([word, meaning]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </Section>
    ))}
    <Section title="Keys">
      <dl className="help-words">
        {COMMON_KEYS.map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{meaning === 'This list' ? 'The keys of the screen that you are on' : meaning}</dd>
          </div>
        ))}
      </dl>
    </Section>
  </Page>
);
