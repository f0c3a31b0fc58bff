import type { FormEvent, ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import type { useRowForm } from './use-row-form.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './SiteRows.module.css';

interface RowFormProps {
  form: Pick<ReturnType<typeof useRowForm>, 'isRestored' | 'isSaving' | 'problem' | 'save' | 'cancel'>;
  /** The accessible name of the form. */
  label: string;
  children: ReactNode;
}

/** The frame of the form of a contact or a note, with the error message and the buttons *Save* and *Cancel*. */
export function RowForm({ form, label, children }: RowFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.save();
  };
  return (
    <form className={`${layout.gap4} ${styles.form}`} noValidate onSubmit={submit} aria-label={label}>
      {form.isRestored && (
        <p className={texts.note} role="status">
          {t('Your unsaved changes were restored.')}
        </p>
      )}
      <fieldset className={styles.fields} disabled={form.isSaving}>
        {children}
      </fieldset>
      <ErrorNote>{form.problem}</ErrorNote>
      <div className={layout.wrap}>
        <Button type="submit" variant="primary" busy={form.isSaving}>
          {form.isSaving ? t('Saving…') : t('Save')}
        </Button>
        <Button busy={form.isSaving} onClick={form.cancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
