import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inEveryLanguage } from '../../.config/page-notices.ts';
import { languages } from '../../src/lib/language/languages.ts';
import { shownTexts, writtenByStyles, type ShownText } from './shown-texts.ts';

const names =
  /^(?:RFID Boom Gate(?: Portal)?|GateKeeper Field Service|Selasih Park|ABC|Barlow(?:-\w+)?|Noto-[\w…-]+|.*'Noto Sans Tamil'.*)$/u;

/** Texts that people see in English on purpose, or that they do not see. Each has its reason. */
const exceptions: readonly { why: string; holds: (shownText: ShownText) => boolean }[] = [
  {
    why: 'a name: of the portal, a company, a site, a language in itself, a font, a keyboard',
    holds: ({ file, text }) =>
      names.test(text) ||
      Object.values(languages).some(({ name }) => name === text) ||
      (file === 'doors/DoorHead.tsx' && text === '中文'),
  },
  {
    why: 'the name of a file, under which everybody finds it again',
    holds: ({ file, text, place }) =>
      file === 'records/task/zip-visits.ts' ||
      /^(?:fileStemOf|fileNameOf|visitFileName|exportCsv)\(/u.test(place) ||
      /^[\w…-]+\.(?:pdf|jpg|json|txt)$|\.jpg; /u.test(text),
  },
  { why: 'a folder of the project records, which are fixed (spec §2)', holds: ({ text }) => text === 'Month_…' },
  {
    why: 'only English comes there; other languages write dates and lists by Intl',
    holds: ({ file }) => /^(?:records\/(?:time|counted)|features\/access-keys\/KeyTable)\./u.test(file),
  },
  {
    why: 'stored as it is, and the same for everybody who reads the record (spec §3, §5, §6)',
    holds: ({ file, text }) =>
      /^records\/(?:maintenance-form\/form-presets|import\/apply-site)\./u.test(file) ||
      text === 'Post 1' ||
      (file === 'records/fault/fault-words.ts' && text === 'No. …'),
  },
  {
    why: 'a value that the import reads, in its example',
    holds: ({ file }) => file === 'features/sites/import/visit-template.ts',
  },
  {
    why: 'words of many languages that are read or searched, not shown',
    holds: ({ file }) =>
      /^(?:features\/guide\/guide-questions|features\/sites\/import-sites\/(?:site-heads|cell-words)|lib\/(?:search\/(?:word-forms|field-terms|typed-dates)|calendar\/)|records\/(?:known-words|import\/(?:read-|visit-columns)|site\/(?:suggested-|agreement-words)|task\/(?:post-|known-filters|visit-direction|visit-facts)))/u.test(
        file,
      ),
  },
  {
    why: 'printed in three languages at once, as whoever stands at the gate reads one of them',
    holds: ({ file }) => file === 'reports/layouts/sticker/sticker-words.ts',
  },
  { why: 'words of the PDF format', holds: ({ file }) => file === 'lib/pdf/append-pages.ts' },
  {
    why: 'for developers: a log, or an error that is reported',
    holds: ({ file, text, place }) =>
      /^(?:report|addDefect|v\.custom|v\.check|tryDownload)\(/u.test(place) ||
      file.startsWith('app/errors/error-') ||
      text === 'No message',
  },
  {
    why: 'a key within the page or the device, or a name in the database',
    holds: ({ text }) =>
      /^(?:Unknown device|(?:site|post|about|heading|content|reference|row) …|copies for paper|equipment, revision)$/u.test(
        text,
      ),
  },
  {
    why: 'the language of styles, PDFs and pictures',
    holds: ({ file, text }) =>
      /^\s*:root \{|^(?:\d+ )?1rem '?[A-Z]/u.test(text) ||
      /^(?:reports\/(?:engine|text)\/|lib\/photo\/jpeg\.)/u.test(file),
  },
  { why: 'a unit, the same in every language', holds: ({ text }) => /^… [KM]B$/u.test(text) },
];

const inWords = ({ file, line, text, place }: ShownText) => `${file}:${line}, ${place || 'words'}: ${text}`;
const inSource = (source: string) =>
  shownTexts([{ file: 'a.tsx', source }]).map(({ line, text, place }) => `${line} ${place || 'words'}: ${text}`);

describe('what people see', () => {
  const found = shownTexts();

  it('is a message', () => {
    const others = found.filter((text) => !exceptions.some(({ holds }) => holds(text)));
    expect(others.map(inWords)).toEqual([]);
    expect(writtenByStyles().map(inWords)).toEqual([]);
  });

  it('is in English only where this test gives the reason', () => {
    expect(exceptions.filter(({ holds }) => !found.some(holds)).map(({ why }) => why)).toEqual([]);
  });

  it('is in every language where no script runs', () => {
    const page = inEveryLanguage(readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8'));
    const [, notices = ''] = /<noscript>(.*?)<\/noscript>/su.exec(page) ?? [];
    expect(notices).toContain('<p>This portal needs JavaScript. Please switch it on and reload the page.</p>');
    for (const [code, { load }] of Object.entries(languages))
      if (load) expect(notices).toMatch(new RegExp(`<p lang="${code}">[^<]+</p>`, 'u'));
  });
});

describe('this test finds', () => {
  it('texts of elements, also those that are chosen inside the element', () => {
    const source = `const Part = () => (
      <p className="wide text">
        Saved
        {late ? 'late' : count} {\`\${count} photos\`}
        {t('Kept')} <b>{name}</b>
      </p>
    );`;
    expect(inSource(source)).toEqual(['3 child: Saved', '4 child: late', '4 child: … photos']);
  });

  it('attributes, and every text in a place that gets messages', () => {
    const source = `import { draw, notify } from './draw.ts';
      const Part = () => <Field aria-label="open" title={wide ? t('Wide') : 'narrow'} hint={t('Type')} id="a b" />;
      const Other = () => <Field hint="here" look="quiet" />;
      const heads = [{ name: 'site', label: 'days' }];
      draw(paper, t('Total'), 'right');
      draw(paper, ['sum', value], 'right');
      notify.saved(t('Saved'));
      notify.saved('done');
      const words = state === 'kept' ? t('Kept') : 'lost';
      const wordOf = (state) => { if (state) return t('Yes'); return 'no'; };`;
    expect(inSource(source)).toEqual([
      '2 <Field aria-label>: open',
      '2 <Field title>: narrow',
      '3 <Field hint>: here',
      '4 {label}: days',
      '6 draw(1): sum',
      '8 notify.saved(0): done',
      expect.stringMatching(/^9 variable@\d+: lost$/u),
      expect.stringMatching(/^10 return@\d+: no$/u),
    ]);
  });

  it('words in a part of a message, but not words that choose a case', () => {
    const source = `t('{side} of {name}', { side: isExit ? 'exit' : t('Entrance'), name });
      t('{side, select, exit {Exit} other {Entrance}}', { side: 'exit' });`;
    expect(inSource(source)).toEqual(['1 part: exit']);
  });

  it('sentences, words with capitals and Chinese anywhere', () => {
    const source = `const rows = [['Site name', 'site_name'], [\`\${count} left\`, '已保存', 'Late']];
      document.title = 'sites';
      paper.text('total', 1, 2);
      confirm('sure');
      new Notification('new');
      saveFile(file, 'All visits.csv');`;
    expect(inSource(source)).toEqual([
      expect.stringMatching(/^1 variable@\d+: Site name$/u),
      expect.stringMatching(/^1 variable@\d+: … left$/u),
      expect.stringMatching(/^1 variable@\d+: 已保存$/u),
      expect.stringMatching(/^1 variable@\d+: Late$/u),
      '2 =.title: sites',
      '3 paper.text(0): total',
      '4 confirm(0): sure',
      '5 new Notification(0): new',
      '6 saveFile(1): All visits.csv',
    ]);
  });

  it('sentences that are joined, but not whole sentences beside each other', () => {
    const source = `const one = \`\${t('Saved')} \${time}\`;
      const two = t('Kept') + ': ' + name;
      const three = [t('Visits'), t('Photos')].join(', ');
      const Four = () => <p>{t('Year')}: {year}</p>;
      const Five = () => <p>{t('Press')} {t('Keep')}</p>;
      const six = \`\${t('It is saved.')} \${t('Close the page.')}\`;
      const seven = [t('Visits'), t('Photos')].join('\\n');`;
    expect(inSource(source).map((text) => text.slice(0, 8))).toEqual([
      '1 joined',
      '2 joined',
      '3 joined',
      '4 joined',
      '5 joined',
    ]);
  });

  it('texts of HTML, and of style sheets', () => {
    const source = 'const page = html`<p class="absent">${t("None.")} <b title="Total sum">all</b> ${name}</p>`;';
    expect(inSource(source)).toEqual(['1 html: … Total sumall …']);
    const styles = `.new::after { content: 'new'; } .dot::before { content: '·'; }`;
    expect(writtenByStyles([{ file: 'a.css', source: styles }]).map(inWords)).toEqual(['a.css:1, content: new']);
  });

  it('an error whose text is shown, but not other errors, logs, names, values and code', () => {
    const source = `import { Refused } from './refused.ts';
      type State = 'not yet' | 'Done';
      const kinds = ['by hand', 'Other'] as const;
      const state = v.picklist(['to come', 'Kept']);
      if (one === 'New one' || other.includes('Some words')) console.error('The visit is not saved', error);
      const shown = { state: 'not yet', kind: 'by hand', of: 'to come' }['New one'];
      throw new Error(\`No such \${file}\`);
      throw new Refused(t('Refused'));
      throw new Refused('too large');
      document.querySelector('section form').className = styles.box;`;
    expect(inSource(source)).toEqual(['9 new Refused(0): too large']);
  });
});
