import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TaskTime } from '../../../src/components/task/TaskMarks.tsx';
import type { LanguageCode } from '../../../src/lib/language/languages.ts';
import { setLanguage } from '../../../src/lib/language/translate.ts';
import { switchLanguage } from '../../support/speak-in.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

const expectedTimes: Record<LanguageCode, string> = {
  en: '17 March 2026 at 16:05',
  ms: '17 Mac 2026, 16:05',
  zh: '2026年3月17日 16:05',
};

it.each(['en', 'ms', 'zh'] as const)('writes the time of a visit in the order of the language %s', (code) => {
  switchLanguage(code);
  const { container } = render(<TaskTime time="2026-03-17T16:05:00+08:00" />);
  expect(container).toHaveTextContent(expectedTimes[code]);
  expect(container.querySelector('.day')).toHaveTextContent(code === 'zh' ? '17日' : '17');
});
