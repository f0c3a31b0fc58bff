import { describe, expect, it } from 'vitest';
import { describeSentLink } from '../../../src/features/login/sent-link.ts';
import {
  linkTo,
  toFailures,
  toHistory,
  toMonth,
  toVisit,
  toYearReport,
  type Path,
} from '../../../src/records/portal-links.ts';
import * as paths from '../../../src/records/portal-paths.ts';
import { months } from '../../../src/records/time.ts';

const site = 'Selasih Park';
const withKey = "Log in with the site's access key to open it.";

describe('the target of a link', () => {
  it.each([
    [toVisit(5, site), 'a visit'],
    [toVisit(5, site, { photo: 0 }), 'a photo of a visit'],
    [toVisit(5, site, { pdf: true }), 'the PDF of a visit'],
    [linkTo(paths.maintenance, { site, task: 5 }), 'a visit'],
    [toMonth('2026', 'mar', site), 'the visits to one site in March 2026'],
    [linkTo(paths.maintenance, { site, year: 2026 }), 'the visits to one site in 2026'],
    [linkTo(paths.maintenance, { site }), 'the maintenance records of one site'],
    [toHistory(site), 'the service history of one site'],
    [toHistory(site, '2025', 'emergency'), 'the visits to one site in 2025'],
    [toYearReport('2025', site), 'the year report of one site for 2025'],
    [toFailures(2026, site), 'the failure statistics of one site for 2026'],
    [toFailures(2026, site, 3), 'the failure statistics of one site for 2026'],
    [linkTo(paths.charts, { site }), 'the failure statistics of one site'],
    [linkTo(paths.profile, { site }), 'the profile of one site'],
    ['/profile/?site=Selasih+Park', 'the profile of one site'],
  ])('%s', (link, opens) => {
    expect(describeSentLink(link)).toEqual({ opens: `This link opens ${opens}.`, site, login: withKey });
  });

  it.each([
    [toVisit(5, null), 'a visit'],
    [toMonth('2026', 'mar', null), 'the visits to one site in March 2026'],
    [paths.profile, 'the profile of one site'],
    [toYearReport('2025', null), 'the year report of one site for 2025'],
  ])('without a site: %s', (link, opens) => {
    expect(describeSentLink(link)).toEqual({ opens: `This link opens ${opens}.`, site: null, login: withKey });
  });

  it.each([
    [linkTo(paths.guide, { file: 'lan.pdf', page: 3 }), 'a guide'],
    [paths.guide, 'the guides'],
    [linkTo(paths.accessKeys, { site }), 'the access keys'],
    [linkTo(paths.addTask, { site }), 'the form for a new visit'],
  ])('on a screen without a single site: %s', (link, opens) => {
    expect(describeSentLink(link)).toEqual({
      opens: `This link opens ${opens}.`,
      site: null,
      login: 'Log in to open it.',
    });
  });

  it.each(Object.values(paths).filter((path) => path !== paths.welcome))('has words for %s', (path: Path) => {
    const sent = describeSentLink(path);
    expect(sent?.opens).toMatch(/^This link opens (?:an? |the )[\w ]+\.$/u);
    expect(sent?.login).toMatch(/^Log in [a-z' ]*to open it\.$/u);
  });

  it.each(months)('knows the month $value', ({ value, label }) => {
    expect(describeSentLink(toMonth('2024', value, site))?.opens).toBe(
      `This link opens the visits to one site in ${label} 2024.`,
    );
  });

  it.each([paths.welcome, '/nowhere', '/'])('is null for a screen that cannot be shared: %s', (link) => {
    expect(describeSentLink(link)).toBeNull();
  });
});

const named = (name: string) => describeSentLink(linkTo(paths.profile, { site: name }))?.site;

describe('the name of a site in a link may be any text', () => {
  it.each([
    'Selasih Park Annexe',
    'Residensi Selasih Fasa 2B',
    'Pangsapuri Seri Kembangan (Blok C-12)',
    'Block 12A',
    "D'Ivo (Phase 2)",
    'Residents’ Court & Club',
    'Café Étoile',
    'Cafe\u0301 E\u0301toile',
    'Chung cư Sài Gòn Điện',
    '公寓 A座',
    '碧山花园第12座',
    'さくら荘 2',
    '서울 빌라',
    'தமிழ் இல்லம்',
    'सूर्य निवास',
    'تامن سلاسيه',
    'Солнечный двор',
    '1 Park Avenue',
    '38 Degrees',
    'B'.repeat(40),
    'One Two Three Four Five Six',
  ])('is repeated if it looks like a name: %s', (name) => {
    expect(named(name)).toBe(name.normalize());
  });

  it.each([
    ['too long', 'B'.repeat(41)],
    ['of too many words', 'Your key is old so ask Tan'],
    ['with a sentence', 'your building. It has expired: send it by WhatsApp to +60–12–345–6789'],
    ['with another sentence', 'Park. Now'],
    ['with a host in a sentence', 'a closed portal. Use gatekeeper-portal.com/login'],
    ['with a web address', 'X, expired: renew at https://evil.test'],
    ['with a host', 'X Renew at www.evil.test'],
    ['with a bare host', 'evil.test'],
    ['with a short address', 'wa.me/x'],
    ['with another short address', 't.me/x'],
    ['with a path', 'Park/login'],
    ['with a port', 'localhost:4000'],
    ['with an e-mail address', 'X. Write to help@evil.test'],
    ['with a telephone number', 'X. Your key expired, call +60 12-345 6789'],
    ['with slashes in a telephone number', '012/345/6789'],
    ['with spaces in a telephone number', 'Call 012 345 6789'],
    ['with hyphens and brackets in a telephone number', 'Tan (012)-345-6789'],
    ['with dashes', 'Park – renew'],
    ['with Arabic digits', 'Call ٠١٢٣٤٥٦٧٨٩'],
    ['with Devanagari digits', '०१२३४५६७८९'],
    ['with full-width digits', '０１２３４５６７８９'],
    ['with letters that are digits', '①②③④⑤'],
    ['with Han numerals', '零一二三四五六七八九'],
    ['with digits of several scripts', '12٣٤５'],
    ['with a full-width stop', 'evil．test'],
    ['with an ideographic stop', 'evil。test'],
    ['with a digit that looks like a stop', 'evil٠test'],
    ['with a letter that looks like a stop', 'evilꓸtest'],
    ['with a letter that looks like a colon', 'Expiredː renew'],
    ['with a letter that looks like a slash', 'wa丿me'],
    ['with another letter that looks like a slash', 'waノme'],
    ['with a mark that looks like a slash', 'wa\u0338me'],
    ['with a mark that looks like a stop', 'evil\u0358test'],
    ['with a letter that looks like an exclamation mark', 'Renew nowǃ'],
    ['with a tower of marks', 'Sela\u0323\u0331\u0302\u0306sih'],
    ['with marks around letters', 'S\u20DDelasih'],
    ['that begins with a mark', '\u0323Selasih'],
    ['with closed quotes', 'Park” has expired “X'],
    ['with quotes made of apostrophes', 'Park’’ has expired'],
    ['with straight quotes made of apostrophes', "Park'' has expired"],
    ['with tags', '<b>Bold</b>'],
    ['with a comma', 'Expired, renew'],
    ['with other signs', 'Café & Co #2'],
    ['with a picture', 'Park 🔑'],
    ['with letters that turn the text around', 'Park\u202E krap'],
    ['with hidden letters', 'Se\u200Blasih'],
    ['with a hidden mark', 'Se\u034Flasih'],
    ['of a letter without a shape', '\u3164'],
    ['with control characters', 'Selasih\u0007'],
    ['of hyphens', '---'],
    ['of spaces', '   '],
  ])('is left out: %s', (_, name) => {
    expect(named(name)).toBeNull();
  });

  it('is a single line of words', () => {
    expect(named('Selasih\n\n   Park')).toBe('Selasih Park');
  });
});
