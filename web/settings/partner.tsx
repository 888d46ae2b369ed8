import { useQuery } from '@tanstack/react-query';
import { partnersQuery } from '../api/partners.ts';
import { accountabilityQuery } from '../api/settings.ts';
import { SettingsBlock } from '../ui/page.tsx';
import { AiToggles } from './ai-toggles.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import { PartnerCard } from './partner-card.tsx';
import { PartnerTrail } from './partner-trail.tsx';
import { SecondPartner } from './second-partner.tsx';

/** The partner answers from a mail, so the page is read again whenever its window gets the focus. */
const REFETCH_ON_FOCUS = { refetchOnWindowFocus: 'always' } as const;

export function Partner() {
  const query = useQuery({ ...accountabilityQuery(), ...REFETCH_ON_FOCUS });
  const partners = useQuery({ ...partnersQuery(), ...REFETCH_ON_FOCUS }).data;
  const status = query.data?.value.partnerStatus ?? null;
  const first = status === null ? undefined : partners?.find(({ role }) => role === 'first');
  return (
    <SettingsFrame title="Accountability partner">
      <Loaded query={query} failed="Failed to load accountability settings." loading="Loading accountability settings" lines={12}>
        {(loaded) => (
          <>
            <SettingsBlock
              first
              title="Your partner"
              text="Hears of missed deadlines, skipped tasks and moves, and may sign off proof."
              aside={first && <PartnerTrail partner={first} />}
            >
              <PartnerCard loaded={loaded} record={first} />
            </SettingsBlock>
            {partners && <SecondPartner partners={partners} />}
            <SettingsBlock
              title="AI as Accountability Partner"
              text="Reads proof beside your partner, type by type. It never signs for them."
            >
              <AiToggles value={loaded.value} />
            </SettingsBlock>
          </>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
