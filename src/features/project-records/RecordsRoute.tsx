import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import styles from './RecordsRoute.module.css';
import { RecordTree } from './RecordTree.tsx';

/** The project's records (`spec §2`, Records browser): a fixed tree whose files are all the same sample. */
export function RecordsRoute({ title }: { title: string }) {
  return (
    <div className={`${layout.loose} ${styles.page}`}>
      <PageHeading title={title} subtitle="Sample files: every record holds the same placeholder document." />
      <RecordTree label={title} />
    </div>
  );
}
