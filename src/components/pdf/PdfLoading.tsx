import { t } from '../../lib/language/translate.ts';
import texts from '../../ui/text.module.css';
import styles from './PdfDialog.module.css';

export function PdfLoading() {
  return (
    <p className={`${texts.muted} ${styles.loading}`} role="status">
      {t('Loading the document…')}
    </p>
  );
}
