import { PageHeading } from '../../ui/PageHeading.tsx';
import styles from './UpdateZipRoute.module.css';
import { ZipForm } from './ZipForm.tsx';

/** The screen for an update archive (`spec §2`, ZIP upload): it tells the name of the file and calls no server. */
export function UpdateZipRoute({ title }: { title: string }) {
  return (
    <div className={styles.page}>
      <PageHeading title={title} />
      <ZipForm />
    </div>
  );
}
