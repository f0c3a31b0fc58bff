import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pastedKey } from '../../src/records/access-key/pasted-key.ts';
import { send } from './access/outcomes.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  await backend.reset();
});
afterAll(() => backend.close());

const unseen = /[\p{Cc}\p{Cf}\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u;
const dash = /[\p{Pd}\u2043\u207B\u208B\u2212]/u;
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

test('browser and database ignore the same characters, and the database every dash too, of all that Unicode has', async () => {
  const ignored = await backend.sql<{ code: number }>(`
    select code from generate_series(1, 1114111) code
    where code not between 55296 and 57343 and private.normal_key('A' || chr(code) || 'B') = 'AB'`);
  const inDatabase = ignored.map(({ code }) => code);
  const expected: number[] = [];
  const inBrowser: number[] = [];
  for (let code = 1; code <= 0x10_ff_ff; code += 1) {
    if (isSurrogate(code)) continue;
    const character = String.fromCodePoint(code);
    if (unseen.test(character) || dash.test(character)) expected.push(code);
    if (pastedKey(`A${character}B`) === 'AB') inBrowser.push(code);
  }
  // Unicode grows: a later version may have more of them than the one that Node knows, never fewer
  expect(expected.filter((code) => !inDatabase.includes(code))).toEqual([]);
  expect(inDatabase.filter((code) => !expected.includes(code)).map((code) => code.toString(16))).toEqual([]);
  expect(inBrowser).toEqual(expected.filter((code) => unseen.test(String.fromCodePoint(code))));
  expect(pastedKey('A\0B')).toBe('AB');
});

const login = async (secret_key: string, of: Record<string, string> = {}) =>
  (await send(backend, { request: 'POST /rest/v1/rpc/login', body: { secret_key }, headers: of })).status;

describe('a pasted key', () => {
  test.each([
    ['dashes of a word processor', keys.siteOne.replaceAll('-', '–')],
    ['dashes that do not break', keys.siteOne.replaceAll('-', '\u2011')],
    ['minus signs', keys.siteOne.replaceAll('-', '\u2212')],
    ['soft hyphens', keys.siteOne.replaceAll('-', '-\u00AD')],
    ['marks of the direction', `\u202A${keys.siteOne}\u202C\u200E`],
    ['blanks without a width', keys.siteOne.split('').join('\u200B')],
    ['a byte order mark', `\uFEFF${keys.siteOne}`],
    ['the blanks of other scripts', `\u3000${keys.siteOne}\u00A0`],
    ['selectors of a variant', `${keys.siteOne}\uFE0F`],
    [
      'wide letters',
      Array.from(keys.siteOne, (letter) => String.fromCodePoint(0xfee0 + (letter.codePointAt(0) ?? 0))).join(''),
    ],
  ])('may have %s', async (_, key) => {
    expect(key).not.toBe(keys.siteOne);
    expect(await login(key)).toBe(200);
    expect(await login(pastedKey(key))).toBe(200);
  });

  test.each([
    `${keys.siteOne}1`,
    keys.siteOne.slice(1),
    keys.siteOne.replace('S', '5'),
    keys.siteOne.replace('E', 'É'),
  ])('with other letters is another: %s', async (key) => {
    expect(await login(key, { 'cf-connecting-ip': '203.0.113.99' })).toBe(401);
  });
});

const former = async (key: string, label: string) => {
  const [row] = await backend.sql<{ id: number }>(
    `insert into public.main (token, label, role, site_id, kind, expires_at)
     values (encode(sha256(convert_to(private.former_normal_key('${key}'), 'UTF8')), 'hex'), '${label}', 'user', 1, 'old',
       now() + interval '1 month') returning id`,
  );
  return row?.id;
};

const idOf = async (secret_key: string) => {
  const { text } = await send(backend, { request: 'POST /rest/v1/rpc/login', body: { secret_key } });
  const answer: unknown = JSON.parse(text);
  return typeof answer === 'object' && answer !== null && 'key_id' in answer ? answer.key_id : null;
};

describe('a key of an old portal that was stored by the former normal form', () => {
  test.each(['gate–seven–2024', 'palang·№9 ﬁve', 'ＷＩＤＥ-KEY-88'])('still opens: %s', async (key) => {
    await former(key, key);
    expect(await login(key)).toBe(200);
  });

  test('is not taken for another one that differs in a dash only', async () => {
    const [withDash, without] = [await former('BLOCK–C–2023', 'a'), await former('BLOCKC2023', 'b')];
    expect([await idOf('block–c–2023'), await idOf('BLOCK-C-2023')]).toEqual([withDash, without]);
  });
});
