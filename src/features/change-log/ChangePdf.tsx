import { useState } from 'react';
import { PdfDialog } from '../../components/pdf/PdfDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';

/** The PDF of a task on one side of a change. `name`: `Before` or `After`; `url` as stored. */
export function ChangePdf({ name, url }: { name: string; url: string }) {
  const [open, setOpen] = useState(false);
  const title = `PDF ${name.toLowerCase()} the change`;
  return (
    <>
      {' '}
      <Button variant="ghost" aria-label={`Preview PDF: ${name.toLowerCase()}`} onClick={() => setOpen(true)}>
        <Icon name="pdf" />
        Preview PDF
      </Button>
      {open && <PdfDialog url={url} title={title} date="" onClose={() => setOpen(false)} />}
    </>
  );
}
