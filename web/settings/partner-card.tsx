import { isCurrent, type Partner } from '../api/partners.ts';
import type { Accountability, Tagged } from '../api/settings.ts';
import { PartnerActions } from './partner-actions.tsx';
import { PartnerDetailChoice } from './partner-detail.tsx';
import { PartnerForm } from './partner-form.tsx';
import { PartnerStatus } from './partner-status.tsx';

interface CardProps {
  readonly loaded: Tagged<Accountability>;
  readonly record: Partner | undefined;
}

/** The first partner with their status, the form, and the actions. */
export function PartnerCard({ loaded, record }: CardProps) {
  const { partnerName: name, partnerEmail: email, partnerStatus: status } = loaded.value;
  const isThere = status !== null && isCurrent({ status });
  const current = isThere ? record : undefined;
  return (
    <>
      {status !== null && <PartnerStatus partner={{ role: 'first', name, email, status }} />}
      <PartnerForm loaded={loaded} isNew={!isThere}>
        {current && <PartnerActions partner={current} />}
      </PartnerForm>
      {current && <PartnerDetailChoice partner={current} />}
    </>
  );
}
