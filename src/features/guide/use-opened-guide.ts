import { useLocation, useNavigate } from 'react-router-dom';
import { isLanguage, type LanguageCode } from '../../lib/language/languages.ts';
import { openedGuideSearch } from './guide-search.ts';

/** The state of history entries that this page has made, which links from elsewhere do not have. */
export const openedHere = { openedHere: true };

/** The open guide, read from the query string (`?file=…&page=3`). So a link can be shared, and Back closes the guide. */
export function useOpenedGuide() {
  const navigate = useNavigate();
  const { search, state } = useLocation() as { search: string; state: unknown };
  const params = new URLSearchParams(search);
  const page = Number(params.get('page'));
  const language = params.get('language');
  return {
    /** The file name in the query string, even if there is no such guide; null if no guide is open. */
    file: params.get('file'),
    /** The first page to show, from 1. */
    page: Number.isInteger(page) && page > 0 ? page : 1,
    /** Undefined for the reader's language. */
    language: isLanguage(language) ? (language satisfies LanguageCode) : undefined,
    close: () => {
      if (typeof state === 'object' && state !== null && 'openedHere' in state) void navigate(-1);
      else void navigate({ search: openedGuideSearch(search, null) }, { replace: true, preventScrollReset: true });
    },
  };
}
