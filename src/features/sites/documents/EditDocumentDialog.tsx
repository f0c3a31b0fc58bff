import { useId, useRef, useState, type FormEvent } from 'react';
import { NeedsConnection } from '../../../components/NeedsConnection.tsx';
import { t } from '../../../lib/language/translate.ts';
import { useSingleMutation } from '../../../lib/screen/single-mutation.ts';
import {
  changeDocument,
  DocumentChanged,
  documentProblem,
  documentSaved,
  type DocumentChange,
} from '../../../records/site-documents/document-calls.ts';
import {
  audienceNamed,
  audienceOptions,
  audienceText,
  documentLimits,
  storedTitle,
  titleProblem,
  type SiteDocument,
} from '../../../records/site-documents/document.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField } from '../../../ui/field/SelectField.tsx';
import { TextField } from '../../../ui/field/TextField.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import layout from '../../../ui/layout.module.css';

interface EditDocumentDialogProps {
  document: SiteDocument;
  onClose: () => void;
  onSaved: (saved: SiteDocument) => void;
}

/**
 * Changes the title of a document and who sees it. If somebody else changed the same field first, it says so, and a second press replaces their
 * value.
 */
export function EditDocumentDialog({ document, onClose, onSaved }: EditDocumentDialogProps) {
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  // the document as it was when the dialog opened, or as somebody else saved it since
  const [base, setBase] = useState(document);
  const [title, setTitle] = useState(document.title);
  const [audience, setAudience] = useState(document.audience);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problem = titleProblem(title);
  const change: DocumentChange = {
    ...(storedTitle(title) !== base.title && { title: storedTitle(title) }),
    ...(audience !== base.audience && { audience }),
  };
  const saving = useSingleMutation({
    mutationFn: () => changeDocument(base, change),
    onSuccess: (saved) => {
      documentSaved(saved);
      onSaved(saved);
    },
    onError: (error) => {
      if (error instanceof DocumentChanged) {
        // a field that was not changed here shows their value
        if (change.title === undefined) setTitle(error.current.title);
        if (change.audience === undefined) setAudience(error.current.audience);
        setBase(error.current);
      } else console.error('The document was not changed', error);
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (problem !== null) field.current?.focus();
    else if (Object.keys(change).length === 0) onClose();
    else saving.mutate(undefined);
  };
  const close = () => {
    if (!saving.isPending) onClose();
  };
  return (
    <Dialog
      open
      title={t('Change the document')}
      onClose={close}
      footer={
        <>
          <NeedsConnection text={t('Saving needs a connection.')} />
          <Button onClick={close} unavailable={saving.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={saving.isPending}>
            {saving.isPending ? t('Saving…') : t('Save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={layout.gap4} noValidate onSubmit={save}>
        <TextField
          inputRef={field}
          label={t('Title')}
          value={title}
          limit={documentLimits.title}
          error={isSubmitted ? problem : null}
          onChange={setTitle}
          data-autofocus
        />
        <SelectField
          label={t('Who sees it')}
          value={audience}
          options={audienceOptions()}
          onChange={(value) => setAudience(audienceNamed(value))}
        />
        <ErrorNote>{saving.error && problemOf(saving.error)}</ErrorNote>
      </form>
    </Dialog>
  );
}

function problemOf(error: Error): string {
  if (!(error instanceof DocumentChanged)) return documentProblem(error);
  const { title, audience } = error.current;
  return t('Somebody else has changed it: “{title}”, {audience}. Save again to replace that.', {
    title,
    audience: audienceText(audience),
  });
}
