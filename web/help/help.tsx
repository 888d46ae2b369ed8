import { Kbd } from '../ui/badge.tsx';
import { Page, Section } from '../ui/page.tsx';
import { COMMON_KEYS } from '../ui/shortcuts.tsx';
import styles from './help.module.css';

/** The words of the product, as screens, mails and reports use them. */
const WORDS: readonly { readonly title: string; readonly words: readonly (readonly [word: string, meaning: string])[] }[] = [
  {
    title: 'What can become of a task',
    words: [
      ['Kept', 'You completed it by its due time and, where it asks for proof, the proof was accepted.'],
      ['Missed', 'Its due time passed first, or its proof did not come in time. You can still complete it late; the miss stays.'],
      ['Skipped', 'You gave it up before its due time, with a reason. It neither adds to your streak nor breaks it.'],
      ['Open', 'Nothing is decided yet.'],
      ['Taken back', 'You removed its due date or deleted it before anything was decided. It does not count.'],
      ['Postponed', 'You moved its due time to a later one before it had passed. Reports and your partner see how often.'],
    ],
  },
  {
    title: 'Days and streaks',
    words: [
      ['Due time', 'The last moment that is in time. Without a time of day it is the end of that day, in your time zone.'],
      ['Streak', 'Days in a row on which you kept everything that was due. Days without anything due do not count either way.'],
      ['Freeze', 'You earn one for every seven days in a row and hold two at most. It covers one day with a miss by itself.'],
      ['Vacation', 'On its days the occurrences of your routines are skipped, and nobody reminds you.'],
    ],
  },
  {
    title: 'People and messages',
    words: [
      ['Partner', 'The person who hears what you kept and what you missed. Nothing is sent to them until they have accepted.'],
      ['Reminder', 'A daily mail when nothing is due that day. ‘Nothing due today’ answers it too.'],
      ['Escalation', 'If nothing happens within 30 minutes of the reminder, your partner is told.'],
      ['Completion rate', 'What you kept, out of all that was kept or missed.'],
    ],
  },
];

export const Help = () => (
  <Page title="Help" sub="What the words mean, and which keys work everywhere" narrow>
    {WORDS.map(({ title, words }) => (
      <Section key={title} title={title}>
        <dl className={styles.definitions}>
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
      <dl className={styles.definitions}>
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
