import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate, type LinkProps } from 'react-router-dom';
import { useWayBack } from '../lib/screen/way-back.ts';
import { Icon } from '../ui/Icon.tsx';
import layout from '../ui/layout.module.css';

interface WayLinkProps extends LinkProps {
  /** Path and query. */
  to: string;
  /** Whether a page at the path of `to` is meant; by default when it has all of its query. */
  isMeant?: (params: URLSearchParams) => boolean;
}

/**
 * A link to a page. Whoever came from there is led back: to its search, filters and order, and to where it was scrolled.
 */
export function WayLink({ to, isMeant, ...rest }: WayLinkProps) {
  const navigate = useNavigate();
  const target = new URL(to, location.origin);
  const hasQuery = (params: URLSearchParams) =>
    [...target.searchParams].every(([name, value]) => params.get(name) === value);
  const way = useWayBack(
    ({ pathname, searchParams }) => pathname === target.pathname && (isMeant ?? hasQuery)(searchParams),
  );
  const goBack = (event: MouseEvent<HTMLAnchorElement>) => {
    // with a modifier it opens another tab
    if (!way || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-way.steps);
  };
  return <Link {...rest} to={way?.url ?? to} onClick={goBack} />;
}

interface BackLinkProps extends Pick<WayLinkProps, 'to' | 'isMeant'> {
  className?: string;
  children: ReactNode;
}

/** The link above a page to the page that it belongs to. */
export function BackLink({ to, isMeant, className = '', children }: BackLinkProps) {
  return (
    <WayLink to={to} {...(isMeant && { isMeant })} className={`${layout.unprinted} ${className}`}>
      <Icon name="chevron-left" />
      {children}
    </WayLink>
  );
}
