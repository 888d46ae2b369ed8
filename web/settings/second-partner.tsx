import { useState } from 'react';
import { currentOf, type Partner } from '../api/partners.ts';
import { Invitation } from '../plans/invitation.tsx';
import { usePremium } from '../plans/use-premium.ts';
import { Button } from '../ui/button.tsx';
import { SettingsBlock } from '../ui/page.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { PartnerActions } from './partner-actions.tsx';
import { PartnerStatus } from './partner-status.tsx';
import { PartnerTrail } from './partner-trail.tsx';
import { SecondPartnerForm } from './second-partner-form.tsx';

/** The second partner of the plan Pro: who it is, or the form that invites somebody, or what it would be. */
export function SecondPartner({ partners }: { partners: readonly Partner[] }) {
  const newest = partners.find(({ role }) => role === 'second');
  const shown = newest?.status === 'removed' ? undefined : newest;
  return (
    <SettingsBlock
      title="Second partner"
      text="Judges the tasks that name them, and gets no other messages."
      aside={shown && <PartnerTrail partner={shown} />}
    >
      {shown && <PartnerStatus partner={shown} />}
      <Second partners={partners} />
    </SettingsBlock>
  );
}

function Second({ partners }: { partners: readonly Partner[] }) {
  const premium = usePremium();
  const [isOpen, setOpen] = useState(false);
  const second = currentOf(partners, 'second');
  if (isOpen) return <SecondPartnerForm key={second?.id ?? 'new'} partner={second ?? null} onClose={() => setOpen(false)} />;
  if (second)
    return (
      <div className="pf-a">
        <Button onClick={() => setOpen(true)}>Change</Button>
        <PartnerActions partner={second} />
      </div>
    );
  if (premium === null) return <LinesSkeleton lines={3} label="Loading your plan" />;
  if (premium !== 'open') return <WithPro />;
  if (!currentOf(partners, 'first')) return <p className="s2 q2">Name your partner above first. Then you can add a second one here.</p>;
  return <Button onClick={() => setOpen(true)}>Invite a second partner</Button>;
}

const WithPro = () => (
  <Invitation
    title="Two people, each for what they know"
    text="A colleague judges the code, a friend the rest: with Pro a task can say which of your two partners judges its proof."
  >
    <ul className="s2">
      <li>‘Port the parser’ is judged by Kim, who reads the code.</li>
      <li>‘Run 5 km’ is judged by Søren, as is everything else.</li>
    </ul>
  </Invitation>
);
