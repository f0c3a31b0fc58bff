import { useLocation, useNavigate } from 'react-router-dom';
import { isLanguage, type LanguageCode } from '../../lib/language/languages.ts';
import { openedGuideSearch } from './guide-search.ts';

/** Marks history entries made by a press on this page, unlike those of a link from elsewhere. */
export const openedHere = { openedHere: true };

/** The open guide is in the query string (`?file=…&page=3`), so that it can be shared and Back closes it. */
export function useOpenedGuide() {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const params = new URLSearchParams(search);
  const page = Number(params.get('page'));
  const language = params.get('language');
  return {
    /** Known or not; null when none is open. */
    file: params.get('file'),
    /** The first page to show, from 1. */
    page: Number.isInteger(page) && page > 0 ? page : 1,
    /** Undefined for the reader's. */
    language: isLanguage(language) ? (language satisfies LanguageCode) : undefined,
    close: () => {
      if (typeof state === 'object' && state !== null && 'openedHere' in state) void navigate(-1);
      else void navigate({ search: openedGuideSearch(search, null) }, { replace: true, preventScrollReset: true });
    },
  };
}
