import type { ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { faultLimits } from '../../records/fault/fault.ts';
import { TextAreaField, TextField } from '../../ui/field/TextField.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { ReportPhotos } from './ReportPhotos.tsx';
import { SymptomChoice, type ReportFormProps, type ReportHotline } from './SymptomChoice.tsx';
import { SymptomIcon } from './SymptomIcon.tsx';
import texts from '../../ui/text.module.css';
import styles from './ReportFields.module.css';

interface ReportFieldsProps extends ReportFormProps {
  hotline: ReportHotline;
  problem?: string | null;
}

/** The form of a fault report. Only the choice of what is wrong is required. */
export function ReportFields({ form, onChange, hotline, problem = null }: ReportFieldsProps) {
  return (
    <div className={styles.form}>
      <SymptomChoice form={form} onChange={onChange} hotline={hotline} problem={problem} />
      <ReportDetails form={form} onChange={onChange} />
    </div>
  );
}

/**
 * The optional parts of a report, each folded: photos, more words, and name and number.
 * @param opened the part that is open at first
 */
export function ReportDetails({ form, onChange, opened }: ReportFormProps & { opened?: 'text' }) {
  return (
    <div className={styles.details}>
      <Fold icon="photo" title={t('Photo (up to 3)')} isOpen={form.photos.length > 0}>
        <ReportPhotos form={form} onChange={onChange} />
      </Fold>
      <Fold icon="text" title={t('More words')} isOpen={opened === 'text' || form.text !== ''}>
        <TextAreaField
          label={t('What else should the office know?')}
          value={form.text}
          onChange={(text) => onChange({ text })}
          limit={faultLimits.text}
        />
      </Fold>
      <Fold icon="person" title={t('Name and number')} isOpen={form.name !== '' || form.phone !== ''}>
        <div className={styles.folded}>
          <TextField
            label={t('Your name')}
            value={form.name}
            onChange={(name) => onChange({ name })}
            limit={faultLimits.name}
            autoComplete="name"
          />
          <TextField
            label={t('Telephone number')}
            value={form.phone}
            onChange={(phone) => onChange({ phone })}
            limit={faultLimits.phone}
            type="tel"
            autoComplete="tel"
          />
          <p className={`${texts.small} ${texts.measure}`}>
            {t(
              'Seen by the office, its technicians and the management of this site. Deleted 12 months after the fault has ended.',
            )}
          </p>
        </div>
      </Fold>
    </div>
  );
}

interface FoldProps {
  icon: string;
  title: string;
  /** Whether it is open at first, because it has content already. */
  isOpen: boolean;
  children: ReactNode;
}

function Fold({ icon, title, isOpen, children }: FoldProps) {
  return (
    // not the `open` property, with which React would open it again at each render
    <details className={styles.fold} ref={isOpen ? openOnce : undefined}>
      <summary className={styles.summary}>
        <SymptomIcon symptom={icon} />
        <span className={styles.title}>{title}</span>
        <Icon name="chevron-down" />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}

function openOnce(details: HTMLDetailsElement | null): void {
  if (details) details.open = true;
}

interface SendReportProps {
  /** Whether the report is being sent. */
  busy: boolean;
  /** Why the report was not sent; shown beside the button and announced. */
  problem: ReactNode;
  label?: string;
  onSend: () => void;
}

/** The button that sends a report. It is never disabled: if something is missing, a press says what. */
export function SendReport({ busy, problem, label, onSend }: SendReportProps) {
  return (
    <div className={styles.send}>
      <ErrorNote>{problem}</ErrorNote>
      <button
        type="button"
        className={styles.sendButton}
        {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
        onClick={() => {
          if (!busy) onSend();
        }}
      >
        {busy ? t('Sending…') : (label ?? t('Send report'))}
      </button>
    </div>
  );
}
