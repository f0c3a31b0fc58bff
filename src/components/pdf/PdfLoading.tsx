import styles from './PdfPreview.module.css';

export function PdfLoading() {
  return (
    <p className={styles.loading} role="status">
      Loading the document…
    </p>
  );
}
