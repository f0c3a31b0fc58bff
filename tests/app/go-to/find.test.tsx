import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentLines, screenLines, siteScreenLines } from '../../../src/app/go-to/destinations.ts';
import {
  arrange,
  emptyGroup,
  prepareDocumentSearch,
  prepareGuideLines,
  prepareKeySearch,
  prepareScreenSearch,
  prepareSiteLines,
  type FoundGroup,
} from '../../../src/app/go-to/find.ts';
import { routes } from '../../../src/app/routes.tsx';
import { setSession } from '../../../src/lib/device/session.ts';
import type { LanguageCode } from '../../../src/lib/language/languages.ts';
import type { Role } from '../../../src/records/access-key/role.ts';
import { adminSession, technicianSession, userSession } from '../../support/render-route.tsx';
import { keyRow } from '../../support/rows.ts';
import { switchLanguage } from '../../support/speak-in.ts';

const site = (id: number, name: string, sitename: string | null, address: string | null = null) => ({
  id,
  name,
  sitename,
  address,
  jmb_name: null,
  person_in_charge: null,
});
const sites = [
  site(1, 'Selasih Park', 'Residensi Selasih Park', '18 Jalan Selasih Emas 3'),
  site(2, 'Kingfisher Rise', 'Kingfisher Rise Condominium', '7 Persiaran Merbok'),
  site(3, 'Menara Kayangan', 'Menara Kayangan Business Park'),
  site(4, 'Résidence Étoile', null),
];
const keys = [
  keyRow({ id: 11, label: 'Night guard’s tablet', site_id: 2 }),
  keyRow({ id: 12, label: 'Committee of 2026', site_id: 1 }),
];
const documents = [
  { id: 21, site_id: 1, title: 'Service agreement 2026' },
  { id: 22, site_id: 2, title: 'Lane drawing' },
  { id: 23, site_id: 2, title: 'Agreement of the guards' },
  { id: 24, site_id: 9, title: 'Drawing of a site that is gone' },
];
const files = ['server-lan-setup.pdf', 'controller-user-manual.pdf'];
const pagesOf = (...pages: string[]) =>
  pages.map((text, index) => ({ section: index, page: index + 1, heading: '', text }));
const texts = {
  en: {
    'server-lan-setup.pdf': pagesOf('Plug the server in.', 'Open the address and log in.'),
    'controller-user-manual.pdf': pagesOf('The LED is green.', 'The relay clicks twice.'),
  },
};
const now = new Date('2026-11-26T10:00:00+08:00');
const sessions = { admin: adminSession, technician: technicianSession, user: userSession };

/** The documents of the server's answer: a client gets only the documents of its own site. */
const documentsOf = (role: Role) =>
  role === 'user' ? documentLines(documents.slice(0, 1), role, undefined) : documentLines(documents, role, sites);

/** What is found without visits. */
function find(query: string, role: Role = 'admin', visits: FoundGroup = emptyGroup('visits'), isWaiting = false) {
  setSession(sessions[role]);
  const foundGroups = [
    prepareScreenSearch(screenLines(role, ''))(query),
    role === 'user' ? emptyGroup('sites') : prepareSiteLines(sites, role)(query),
    role === 'admin' ? prepareKeySearch(keys, sites, now)(query) : emptyGroup('keys'),
    prepareDocumentSearch(documentsOf(role))(query),
    prepareGuideLines(files, texts)(query),
  ];
  return arrange([...foundGroups, visits], isWaiting);
}

const visitGroup: FoundGroup = {
  name: 'visits',
  lines: [{ id: 'visit/1/5', icon: 'clock', title: 'Relay replaced', detail: '', link: '/', becomesRecent: true }],
  corrections: [],
  grade: 3,
};

beforeEach(() => switchLanguage('en'));
afterEach(() => switchLanguage('en'));

const queries: readonly [LanguageCode, Role, query: string, first: string | undefined][] = [
  ['en', 'admin', 'sel', 'Selasih Park'],
  ['en', 'admin', 'SELASIH', 'Selasih Park'],
  ['en', 'admin', 'ki ri', 'Kingfisher Rise'],
  ['en', 'admin', 'business park', 'Menara Kayangan'],
  ['en', 'admin', 'residence etoile', 'Résidence Étoile'],
  ['en', 'admin', 'merbok', 'Kingfisher Rise'],
  ['en', 'admin', 'selasih profile', 'Selasih Park: Profile'],
  ['en', 'admin', 'profile selasih', 'Selasih Park: Profile'],
  ['en', 'admin', 'king hist', 'Kingfisher Rise: Service History'],
  ['en', 'admin', 'menara kayangan failures', 'Menara Kayangan: Analytics'],
  ['en', 'admin', 'selasih editor', 'Selasih Park: Editor'],
  ['en', 'technician', 'selasih add', 'Selasih Park: Add a visit'],
  ['en', 'technician', 'selasih profile', undefined],
  ['en', 'admin', 'selasi', 'Selasih Park'],
  ['en', 'admin', 'over', 'Overview'],
  ['en', 'admin', 'keys', 'Access Keys'],
  ['en', 'admin', 'log', 'Change Log'],
  ['en', 'admin', 'all visits', 'All Visits'],
  ['en', 'admin', 'inspection', 'Inspection Report'],
  ['en', 'admin', 'zip', 'Update ZIP'],
  ['en', 'user', 'stats', 'Car Post Failure Analytics'],
  ['en', 'user', 'overview', undefined],
  ['en', 'technician', 'my sites', 'My Sites'],
  ['en', 'admin', 'night', 'Night guard’s tablet'],
  ['en', 'admin', "guard's tablet", 'Night guard’s tablet'],
  ['en', 'technician', 'night', undefined],
  ['en', 'user', 'server setup', 'Server LAN Setup'],
  ['en', 'admin', 'lane', 'Lane drawing'],
  ['en', 'technician', 'drawing', 'Lane drawing'],
  ['en', 'user', 'service agreement', 'Service agreement 2026'],
  ['en', 'user', 'lane', undefined],
  ['en', 'admin', 'relay', 'Controller User Manual'],
  ['en', 'admin', 'kingfishr', undefined],
  ['en', 'admin', '道闸', undefined],
  ['ms', 'admin', 'gambaran', 'Gambaran keseluruhan'],
  ['ms', 'admin', 'overview', 'Gambaran keseluruhan'],
  ['ms', 'user', 'panduan', 'Panduan'],
  ['ms', 'admin', 'selasih profil', 'Selasih Park: Profil'],
  ['zh', 'admin', '密钥', '访问密钥'],
  ['zh', 'user', '指南', '指南'],
  ['zh', 'admin', 'selasih profile', 'Selasih Park：资料'],
  ['zh', 'technician', 'king', 'Kingfisher Rise'],
];

describe('what Enter opens first', () => {
  it.each(queries)('%s, %s: “%s” is %s', (language, role, query, first) => {
    switchLanguage(language);
    const { groups, first: id } = find(query, role);
    const lines = groups.flatMap(({ lines: all }) => all);
    expect(lines.find((line) => line.id === id)?.title).toBe(first);
    expect(id === null || lines[0]?.id === id).toBe(true);
  });
});

describe('the ranking', () => {
  it('shows the nearest spelling if nothing contains the words, says so, and Enter opens none of it', () => {
    const { groups, corrections, first } = find('kingfishr');
    expect(groups[0]?.lines[0]?.title).toBe('Kingfisher Rise');
    expect(corrections).toEqual([{ typed: 'kingfishr', shown: 'kingfisher' }]);
    expect(first).toBeNull();
    // while visits may still contain the typed word, nothing is said
    expect(find('kingfishr', 'admin', emptyGroup('visits'), true)).toEqual({
      groups: [],
      corrections: [],
      first: null,
    });
    expect(find('kingfishr', 'admin', visitGroup).groups.map(({ name }) => name)).toEqual(['visits']);
  });

  it('puts visits below results that are found at once, and above those that only the text of a guide contains', () => {
    expect(find('selasih', 'admin', visitGroup).groups.map(({ name }) => name)).toEqual([
      'sites',
      'keys',
      'documents',
      'visits',
    ]);
    const { groups, first } = find('relay', 'admin', visitGroup);
    expect(groups.map(({ name }) => name)).toEqual(['visits', 'guides']);
    expect(first).toBe('visit/1/5');
    // a result that another may still precede is not opened by Enter
    expect(find('relay', 'admin', emptyGroup('visits'), true).first).toBeNull();
    expect(find('selasih', 'admin', emptyGroup('visits'), true).first).not.toBeNull();
  });

  it('has the other screens of the best site below it, and no line twice', () => {
    const lines = find('selasih').groups[0]?.lines ?? [];
    expect(lines.map(({ title }) => title)).toEqual([
      'Selasih Park',
      ...['Service History', 'Analytics', 'Profile', 'Editor', 'Add a visit'].map((text) => `Selasih Park: ${text}`),
    ]);
    for (const [, role, query] of queries) {
      const ids = find(query, role, visitGroup).groups.flatMap((group) => group.lines.map(({ id }) => id));
      expect(ids).toEqual([...new Set(ids)]);
    }
  });

  it('says by what a site was found besides its names', () => {
    expect(find('merbok').groups[0]?.lines[0]?.detail).toBe('Address: 7 Persiaran Merbok');
  });
});

describe('the screens', () => {
  it.each(['admin', 'technician', 'user'] as const)(
    'are those of the role, each found by its own title: %s',
    (role) => {
      setSession(sessions[role]);
      const titles = screenLines(role, '').map(({ line }) => line.title);
      const open = routes.filter(({ audience }) => audience.includes(role));
      expect(titles.length).toBe(open.length + (role === 'admin' ? 1 : 0));
      for (const title of titles) {
        const { groups } = find(title, role);
        expect(groups.flatMap(({ lines }) => lines)[0]?.title.toLowerCase()).toBe(title.toLowerCase());
      }
    },
  );

  it('keep the site of the open screen, and say so if the menu does not', () => {
    setSession(adminSession);
    const lines = screenLines('admin', '?site=Selasih+Park').map(({ line }) => line);
    const linkOf = (title: string) => lines.find((line) => line.title === title);
    expect(linkOf('Maintenance Report')?.link).toBe('/maintenance?site=Selasih+Park');
    expect(linkOf('Profile')).toMatchObject({ link: '/profile?site=Selasih+Park', detail: 'Selasih Park' });
    expect(linkOf('Overview')?.link).toBe('/DataEditor/overview');
  });

  it('of a site are those that the role may open', () => {
    setSession(technicianSession);
    expect(siteScreenLines({ id: 1, name: 'A & B' }).map(({ line }) => line.link)).toEqual([
      '/maintenance?site=A+%26+B',
      '/data-fetcher?site=A+%26+B',
      '/DataEditor?site=A+%26+B',
    ]);
  });
});

const documentsFound = (query: string, role: Role) =>
  find(query, role).groups.find(({ name }) => name === 'documents')?.lines ?? [];
const groupsOf = (query: string) => find(query).groups.map(({ name }) => name);

describe('a document', () => {
  it.each([
    ['admin', '/profile?site=Kingfisher+Rise&document=22', 'Kingfisher Rise'],
    ['technician', '/DataEditor/my-sites?site=Kingfisher+Rise&document=22', 'Kingfisher Rise'],
  ] as const)('leads %s to the list of its site, open there', (role, link, detail) => {
    expect(documentsFound('lane', role)).toMatchObject([{ title: 'Lane drawing', link, detail, id: 'document/22' }]);
  });

  it('leads a client to the document of its own site, whose name is not needed', () => {
    expect(documentsFound('2026', 'user')).toMatchObject([{ link: '/profile?document=21', detail: '' }]);
  });

  it('is also found by the name of its site, best titles first, and never for a site that the role does not have', () => {
    expect(documentsFound('kingfisher', 'admin').map(({ title }) => title)).toEqual([
      'Lane drawing',
      'Agreement of the guards',
    ]);
    expect(documentsFound('agreement', 'admin').map(({ title }) => title)).toEqual([
      'Agreement of the guards',
      'Service agreement 2026',
    ]);
    expect(documentsFound('kingfisher drawing', 'admin').map(({ title }) => title)).toEqual(['Lane drawing']);
    expect(documentsFound('gone', 'admin')).toEqual([]);
  });

  it('is below a site with the same words, and above the text of a guide', () => {
    expect(groupsOf('kingfisher')).toEqual(['sites', 'keys', 'documents']);
    expect(groupsOf('lane')).toEqual(['documents']);
  });
});

it('a key leads to its line in the list, and no secret is in the link', () => {
  const [line] = find('night').groups[0]?.lines ?? [];
  expect(line).toMatchObject({
    link: '/DataEditor/keys?q=Night+guard%E2%80%99s+tablet&site=Kingfisher+Rise',
    detail: 'Kingfisher Rise, Active',
  });
});
