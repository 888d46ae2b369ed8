import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';

/** The public address of a shared post, to be copied. */
export function ShareLink({ url }: { url: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <div className="post-l">
      <Field
        label="Public page"
        hint={
          copied === false
            ? 'The browser did not allow it. Select the address and copy it.'
            : 'Whoever has this link sees exactly this text and picture.'
        }
      >
        <Input readOnly value={url} onFocus={(event) => event.target.select()} />
      </Field>
      <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy link'}</Button>
      <a className="btn btn-g" href={url} target="_blank" rel="noopener">
        Look at it
      </a>
      <span className="sr-only" role="status">
        {copied ? 'Link copied' : ''}
      </span>
    </div>
  );
}
