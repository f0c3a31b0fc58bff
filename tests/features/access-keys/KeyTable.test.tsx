import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { KeyTable } from '../../../src/features/access-keys/KeyTable.tsx';
import type { LanguageCode } from '../../../src/lib/language/languages.ts';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import { keyRow } from '../../support/rows.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

/** The cell with the name of its column, which the cards of narrow windows show, and its time, in which no line breaks. */
const lastUse: Record<LanguageCode, [cell: string, unbroken: string]> = {
  en: ['Last used: 17 March 2026 at 16:05', 'at 16:05'],
  ms: ['Kali terakhir digunakan: 17 Mac 2026, 16:05', '16:05'],
  zh: ['上次使用：2026年3月17日 16:05', '16:05'],
};

it.each(['en', 'ms', 'zh'] as const)('writes the last use of a key in the notation of %s', (code) => {
  switchLanguage(code);
  const key = keyRow({ last_used_at: '2026-03-17T16:05:00+08:00' });
  const props = {
    keys: [key],
    all: [key],
    keyOwner: () => '',
    isFresh: () => false,
    canBeSucceeded: () => false,
    order: { key: 'issued', turned: false } as const,
    selection: { ids: new Set<number>(), matching: [], select: () => {} },
    onOrder: () => {},
    onRenamed: () => {},
    onAsk: () => {},
  };
  render(<KeyTable {...props} now={new Date('2026-04-01T00:00:00Z')} />);
  const [cell, unbroken] = lastUse[code];
  const shown = screen.getByText(unbroken);
  expect(shown).toHaveClass('clock');
  expect(shown.closest('td')).toHaveTextContent(cell);
});
