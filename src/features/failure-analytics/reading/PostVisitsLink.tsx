import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { rich } from '../../../lib/language/rich.tsx';
import { linkTo } from '../../../records/portal-links.ts';
import * as paths from '../../../records/portal-paths.ts';
import { taskYears } from '../../../records/time.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';

interface PostVisitsLinkProps {
  post: string;
  year: number;
  /** The name of the site that an admin picked; null for a client. */
  site: string | null;
  /** Whether the post's name is visible; otherwise only screen readers get it. */
  named?: boolean;
}

/** A link to the visits of a year whose titles name a post; nothing for a year that can have no visits (`spec §3`). */
export function PostVisitsLink({ post, year, site, named = false }: PostVisitsLinkProps) {
  if (!taskYears.some((taskYear) => taskYear === `${year}`)) return null;
  return (
    <Link className={`${layout.unprinted} ${texts.breaks}`} to={linkTo(paths.serviceHistory, { year, post, site })}>
      {rich('Visits <of>of {post}</of> in {year}', {
        of: named ? shownPost : visuallyHiddenPost,
        post,
        year,
      })}
    </Link>
  );
}

function shownPost(inner: ReactNode): ReactNode {
  return <span>{inner}</span>;
}

function visuallyHiddenPost(inner: ReactNode): ReactNode {
  return <span className={layout.visuallyHidden}>{inner}</span>;
}
