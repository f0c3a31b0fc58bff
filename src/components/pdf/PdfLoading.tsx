import texts from '../../ui/text.module.css';
import styles from './PdfDialog.module.css';

export function PdfLoading() {
  return (
    <p className={`${texts.muted} ${styles.loading}`} role="status">
      Loading the document…
    </p>
  );
}
