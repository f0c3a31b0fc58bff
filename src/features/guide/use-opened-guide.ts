import { useLocation, useNavigate } from 'react-router-dom';

interface OpenedGuide {
  /** From the query string, known or not; null when none is open. */
  file: string | null;
  /** The first page to show, from 1. */
  page: number;
  close: () => void;
}

/** Marks history entries made by a press on this page, unlike those of a link from elsewhere. */
export const openedHere = { openedHere: true };

/** The open guide is in the query string (`?file=…&page=3`), so that it can be shared and Back closes it. */
export function useOpenedGuide(): OpenedGuide {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const params = new URLSearchParams(search);
  const page = Number(params.get('page'));
  return {
    file: params.get('file'),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    close: () => {
      if (typeof state === 'object' && state !== null && 'openedHere' in state) void navigate(-1);
      else void navigate({ search: openedGuideSearch(search, null) }, { replace: true, preventScrollReset: true });
    },
  };
}

/** Opens or closes (null) a guide, keeping the search. */
export function openedGuideSearch(search: string, file: string | null, page = 1): string {
  const params = new URLSearchParams(search);
  params.delete('file');
  params.delete('page');
  if (file !== null) params.set('file', file);
  if (file !== null && page > 1) params.set('page', `${page}`);
  return `?${params.toString()}`;
}
