import { Button } from '../ui/button.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { DESIGN_TEMPLATE, type DesignDraft, SECTIONS } from './design-sections.ts';
import { DiagramField } from './diagram-field.tsx';

interface DesignFieldsProps {
  readonly design: DesignDraft;
  readonly onChange: (design: DesignDraft) => void;
  readonly fault: string | undefined;
}

/** The parts of a system design. Each empty one can be begun with a template. */
export function DesignFields({ design, onChange, fault }: DesignFieldsProps) {
  const isBlank = SECTIONS.every(({ key }) => design[key].trim() === '') && design.mermaid.trim() === '';
  const begin = () => onChange(DESIGN_TEMPLATE);
  return (
    <div className="dsf">
      {isBlank && (
        <Button size="s" onClick={begin}>
          Begin with the template
        </Button>
      )}
      {SECTIONS.map(({ key, name, hint }) => (
        <Field key={key} label={name} hint={hint}>
          <Textarea rows={3} value={design[key]} onChange={(event) => onChange({ ...design, [key]: event.target.value })} />
        </Field>
      ))}
      <DiagramField source={design.mermaid} onChange={(mermaid) => onChange({ ...design, mermaid })} fault={fault} />
    </div>
  );
}
