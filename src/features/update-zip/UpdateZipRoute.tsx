import { useRef, useState } from 'react';
import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../../ui/Button.tsx';
import { useIncomingFiles, FilePick } from '../../ui/file/FilePick.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './UpdateZipRoute.module.css';

/** The screen for update archives (`spec §2`, ZIP upload). It is a demonstration and sends nothing to a server. */
export function UpdateZipRoute({ title }: { title: string }) {
  return (
    <div className={`${layout.gap5} ${styles.page}`}>
      <PageHeading title={title} />
      <ZipForm />
    </div>
  );
}

/** The form with a ZIP file. Its button *Upload* only shows the name of the file (`spec §2`, `spec §5`), which never leaves the device. */
function ZipForm() {
  const [file, setFile] = useState<File | null>(null);
  const [error, setError] = useState<string | null>(null);
  const latestChoice = useRef<File>(undefined);

  const choose = async ([first, ...others]: File[]) => {
    if (!first) return;
    latestChoice.current = first;
    const refusal = others.length > 0 ? t('Choose one file only.') : await refusalOf(first);
    // another file was chosen while this file was read
    if (latestChoice.current !== first) return;
    setError(refusal);
    // if the file is refused, the earlier choice stays
    if (refusal === null) setFile(first);
  };
  const dragging = useIncomingFiles((files) => void choose(files));

  return (
    <form
      className={layout.gap4}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!file) return setError(t('Please select a file before uploading.'));
        setError(null);
        notify.alert(t('Selected file: {file}', { file: file.name }));
      }}
    >
      <div className={`${layout.row} ${styles.zone} ${dragging ? styles.dragging : ''} ${error ? styles.refused : ''}`}>
        <FilePick accept=".zip" onFiles={(files) => void choose(files)}>
          {file ? t('Choose another .zip file') : t('Choose a .zip file')}
        </FilePick>
        <p className={texts.muted}>{dragging ? t('Drop it anywhere.') : t('Or drop it here.')}</p>
        <p className={`${layout.line} ${styles.chosen}`} role="status">
          {file && (
            <>
              <Icon name="check" />
              <span className={`${texts.bold} ${texts.breaks} ${styles.name}`}>{file.name}</span>
              <span className={`${texts.muted} ${styles.size}`}>{fileSize(file.size)}</span>
            </>
          )}
        </p>
      </div>
      {error && (
        <p className={`${layout.line} ${texts.problem} ${texts.breaks} ${styles.error}`} role="alert">
          <Icon name="warning" />
          {error}
        </p>
      )}
      <div className={`${layout.row} ${styles.end}`}>
        <Button variant="primary" type="submit">
          {t('Upload')}
        </Button>
        <p className={texts.muted}>{t('Demonstration only. The file stays on this device.')}</p>
      </div>
    </form>
  );
}

/** The first four bytes of a ZIP archive: one with files, an empty one, and one in several parts. */
const signatures = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008'];

/** Says why a file is refused; null for a ZIP archive. It reads only the name and the first four bytes. */
async function refusalOf(file: File): Promise<string | null> {
  if (!file.name.toLowerCase().endsWith('.zip'))
    return t('“{file}” is not a .zip file. Choose a .zip file.', { file: file.name });
  try {
    const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 4).arrayBuffer()));
    if (signatures.includes(start)) return null;
  } catch {
    // the file was moved after the choice, is a folder, or is on a drive that was removed
    return t('“{file}” could not be read. Choose it again.', { file: file.name });
  }
  return t('“{file}” ends in .zip but is not a ZIP archive. Choose another file.', { file: file.name });
}
