import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate, type LinkProps } from 'react-router-dom';
import { useWayBack } from '../lib/screen/way-back.ts';
import { Icon } from '../ui/Icon.tsx';
import layout from '../ui/layout.module.css';

interface WayLinkProps extends LinkProps {
  /** Path and query. */
  to: string;
  /** Whether a page at the path of `to` is the target; by default it is when it has the whole query of `to`. */
  isTarget?: (params: URLSearchParams) => boolean;
}

/**
 * A link to a page. A person who came from that page is led back to it, with its search, filters, order and scroll
 * position.
 */
export function WayLink({ to, isTarget, ...rest }: WayLinkProps) {
  const navigate = useNavigate();
  const target = new URL(to, location.origin);
  const hasQuery = (params: URLSearchParams) =>
    [...target.searchParams].every(([name, value]) => params.get(name) === value);
  const wayBack = useWayBack(
    ({ pathname, searchParams }) => pathname === target.pathname && (isTarget ?? hasQuery)(searchParams),
  );
  const goBack = (event: MouseEvent<HTMLAnchorElement>) => {
    // with a modifier it opens another tab
    if (!wayBack || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-wayBack.steps);
  };
  return <Link {...rest} to={wayBack?.url ?? to} onClick={goBack} />;
}

interface BackLinkProps extends Pick<WayLinkProps, 'to' | 'isTarget'> {
  className?: string;
  children: ReactNode;
}

/** The link above a page to the page that it belongs to. */
export function BackLink({ to, isTarget, className = '', children }: BackLinkProps) {
  return (
    <WayLink to={to} {...(isTarget && { isTarget })} className={`${layout.unprinted} ${className}`}>
      <Icon name="chevron-left" />
      {children}
    </WayLink>
  );
}
