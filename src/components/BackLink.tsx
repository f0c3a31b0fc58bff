import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate, type LinkProps } from 'react-router-dom';
import { useWayBack } from '../lib/screen/way-back.ts';
import { Icon } from '../ui/Icon.tsx';
import layout from '../ui/layout.module.css';

interface ReturnLinkProps extends LinkProps {
  /** The path and query of the target. */
  to: string;
  /** Whether a page at the path of `to` counts as the target, by its query. By default it does if it has all parameters of `to`. */
  isTarget?: (params: URLSearchParams) => boolean;
}

/**
 * A link to a page. If the person came from that page, the link goes back in the browser's history, so that the search,
 * filters, order and scroll position of the page are as before.
 */
export function ReturnLink({ to, isTarget, ...rest }: ReturnLinkProps) {
  const navigate = useNavigate();
  const target = new URL(to, location.origin);
  const hasQuery = (params: URLSearchParams) =>
    [...target.searchParams].every(([name, value]) => params.get(name) === value);
  const wayBack = useWayBack(
    ({ pathname, searchParams }) => pathname === target.pathname && (isTarget ?? hasQuery)(searchParams),
  );
  const goBack = (event: MouseEvent<HTMLAnchorElement>) => {
    // a press with a modifier key or another mouse button opens a new tab or window
    if (!wayBack || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-wayBack.steps);
  };
  return <Link {...rest} to={wayBack?.url ?? to} onClick={goBack} />;
}

interface BackLinkProps extends Pick<ReturnLinkProps, 'to' | 'isTarget'> {
  className?: string;
  children: ReactNode;
}

/** The link at the top of a page to its parent page. */
export function BackLink({ to, isTarget, className = '', children }: BackLinkProps) {
  return (
    <ReturnLink to={to} {...(isTarget && { isTarget })} className={`${layout.unprinted} ${className}`}>
      <Icon name="chevron-left" />
      {children}
    </ReturnLink>
  );
}
