import styles from './new-task-overlay.module.css';

const KNOWN = [
  ['fri 5pm', 'due, with a time'],
  ['#work', 'a tag'],
  ['p1 to p3', 'priority'],
  ['~45m', 'estimate'],
  ['every weekday', 'a routine'],
  ['!proof', 'asks for proof'],
] as const;

export const LineHelp = () => (
  <div className={styles.help}>
    <dl>
      {KNOWN.map(([words, meaning]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
    <p>Enter adds the task. Shift and Enter adds it and stays for the next one.</p>
  </div>
);
