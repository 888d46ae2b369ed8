const MEANINGS: readonly (readonly [string, string])[] = [
  ['Planned', 'Due in this time: kept, missed, skipped and open together. A moved task counts on its new date.'],
  ['Kept', 'Completed by the due time and, where proof is asked for, verified or on your word. Until that is decided it is open.'],
  ['Missed', 'Still open when the due time passed, or without proof in time. What is done late stays missed.'],
  ['Skipped', 'Given up before the due time, with a reason.'],
  ['Postponed', 'Tasks whose due time was moved to later, before it had passed.'],
  ['Taken back', 'Deleted while open, or left without a due date.'],
  ['Completion rate', 'Kept of what was decided: kept ÷ (kept + missed).'],
  [
    'Streak',
    'Days in a row on which all that was due was kept. Skips and empty days neither add nor break; one freeze covers a day with a miss.',
  ],
  ['Delay', 'Completed minus due, in minutes; the median is the middle one. Early is before the due time.'],
];

/** Explanations of the numbers of a report. */
export function Meanings({ names }: { names?: readonly string[] }) {
  return (
    <section className="sec meanings" aria-labelledby="meanings-h">
      <div className="sec-h">
        <h2 id="meanings-h">What the numbers mean</h2>
      </div>
      <dl>
        {MEANINGS.filter(([name]) => !names || names.includes(name)).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
