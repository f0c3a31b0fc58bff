import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rich } from '../../lib/language/rich.tsx';
import { faultName, faultNames, statedAnswers, type FaultNames } from '../../records/fault/answers.ts';
import { toFaults } from '../../records/portal-links.ts';
import { useSiteFaults } from './use-site-faults.ts';

interface AnsweredFaultsProps {
  /** The `answers` of a visit. */
  answers: unknown;
  /** The id of the site, from which the names of the faults are read. */
  site: number;
  /** The name of the site. If it is given, each fault is a link. A row that is a button as a whole must not contain links. */
  siteName?: string | undefined;
}

/**
 * The reported faults that a visit answered, by name (`decisions §15`). Render it only for a visit that answered some, because it requests
 * the names.
 */
export function AnsweredFaults({ answers, site, siteName }: AnsweredFaultsProps) {
  const { faults } = useSiteFaults(site);
  return <NamedFaults answers={answers} names={faultNames(faults)} siteName={siteName} />;
}

interface NamedFaultsProps extends Pick<AnsweredFaultsProps, 'answers' | 'siteName'> {
  names: FaultNames | undefined;
}

/** The answered faults with the given names. A fault without a name is shown by its number. */
export function NamedFaults({ answers, names, siteName }: NamedFaultsProps) {
  const [first, ...others] = statedAnswers(answers).map((id) =>
    siteName === undefined ? (
      <span key={id}>{faultName(id, names)}</span>
    ) : (
      <Link key={id} to={toFaults(siteName, id)}>
        {faultName(id, names)}
      </Link>
    ),
  );
  return (
    <>{others.reduce<ReactNode>((list, next) => rich('{first}; {second}', { first: list, second: next }), first)}</>
  );
}
