import { Logo } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { useTitle } from '../ui/page.tsx';
import textStyles from '../ui/text.module.css';
import { ThemeToggle } from '../ui/theme.tsx';
import { Toaster } from '../ui/toast.tsx';
import { LedgerPart, PeoplePart, StatesPart, TablePart } from './content-parts.tsx';
import { ChoicesPart, DatesPart, FieldsPart } from './field-parts.tsx';
import styles from './gallery.module.css';
import { OverlaysPart, TabsPart, ToastsPart } from './overlay-parts.tsx';
import { BadgesPart, ButtonsPart, ColourPart, MarksPart, TypePart } from './style-parts.tsx';

/** Shows every component in all its states, for development. No page links to it. */
export function Gallery() {
  useTitle('Parts');
  return (
    <>
      <main className={styles.gallery}>
        <header>
          <Logo />
          <h1>Parts</h1>
          <p className={textStyles.muted}>
            A promise is an open box on a ruled line. Done, it becomes a tick on the line. Proven, the line is ruled off twice.
          </p>
          <div className={layoutStyles.before16}>
            <ThemeToggle />
          </div>
        </header>
        <MarksPart />
        <ColourPart />
        <TypePart />
        <ButtonsPart />
        <FieldsPart />
        <ChoicesPart />
        <DatesPart />
        <BadgesPart />
        <LedgerPart />
        <TabsPart />
        <OverlaysPart />
        <ToastsPart />
        <StatesPart />
        <PeoplePart />
        <TablePart />
      </main>
      <Toaster />
    </>
  );
}
