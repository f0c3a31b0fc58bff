import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { rich } from '../../../src/lib/language/rich.tsx';
import { setLanguage } from '../../../src/lib/language/translate.ts';

afterEach(() => setLanguage('en', 'en-GB', {}));

const html = () =>
  render(
    <p>
      {rich('Press <b>Keep</b> for {name}', {
        b: (inner) => <b>{inner}</b>,
        name: <bdi>Selasih</bdi>,
      })}
    </p>,
  ).container.innerHTML;

it('puts elements where the English message has them', () => {
  expect(html()).toBe('<p><span>Press</span> <b>Keep</b> <span>for</span> <bdi>Selasih</bdi></p>');
});

it('puts elements where the message of another language has them', () => {
  setLanguage('zh', 'zh-CN', { 'Press <b>Keep</b> for {name}': '要保留{name}，请按<b>保留</b>' });
  expect(html()).toBe('<p><span>要保留</span><bdi>Selasih</bdi><span>，请按</span><b>保留</b></p>');
});
