import type { ReactNode } from 'react';
import type { ClientError } from '../../records/client-error/client-errors.ts';
import { momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { DataTable } from '../../ui/DataTable.tsx';
import { metBy, screenWords } from './error-words.ts';
import styles from './ErrorTable.module.css';

const heads = ['Error', 'Screen', 'Met by', 'Times', 'First met', 'Last met', 'Release'];

/** A row an error; `release` is the one of this page. */
export function ErrorTable({ errors, release }: { errors: readonly ClientError[]; release: string }) {
  return (
    <DataTable heads={heads} cardsBelow={1120} className={styles.table}>
      {errors.map((error) => (
        <tr key={[error.message, error.screen, error.release, error.role].join('\n')}>
          <th scope="row">{error.message}</th>
          <Fact name="Screen">{screenWords(error.screen)}</Fact>
          <Fact name="Met by">{metBy[error.role]}</Fact>
          <Fact name="Times">{error.times}</Fact>
          <Fact name="First met">{momentText(error.first_seen)}</Fact>
          <Fact name="Last met">{momentText(error.last_seen)}</Fact>
          <Fact name="Release">
            {error.release === release ? <Badge tone="info">This release</Badge> : error.release}
          </Fact>
        </tr>
      ))}
    </DataTable>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td>
      <span className={styles.name}>{`${name}: `}</span>
      {children}
    </td>
  );
}
