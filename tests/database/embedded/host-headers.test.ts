import { expect, test } from 'vitest';
import { headersFor, parseHostHeaders } from '../../../supabase/local/host-headers.ts';

const rules = parseHostHeaders(`
# comment
/*
  X-Frame-Options: DENY
  Content-Security-Policy: default-src 'self'; img-src blob: https://a.test:444
/assets/*
  Cache-Control: max-age=31536000
/guides/:name.pdf
  X-Frame-Options: SAMEORIGIN
`);
const given = (path: string) => Object.fromEntries(headersFor(rules, path));

test('a path gets the headers of every matching rule, and the last one wins', () => {
  const everywhere = {
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'self'; img-src blob: https://a.test:444",
  };
  expect(given('/')).toEqual(everywhere);
  expect(given('/assets/a/b.js')).toEqual({ ...everywhere, 'cache-control': 'max-age=31536000' });
  expect(given('/guides/a.pdf')).toEqual({ ...everywhere, 'x-frame-options': 'SAMEORIGIN' });
  expect(given('/guides/a-pdf')).toEqual(everywhere);
});
