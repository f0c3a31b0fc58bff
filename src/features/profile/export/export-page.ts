import * as v from 'valibot';
import { fileStemOf, objectNameOf } from '../../../lib/file-names.ts';
import { said, currentLanguage, t } from '../../../lib/language/translate.ts';
import { storedUrlOf } from '../../../lib/stored-files.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { faultNames, type FaultNames } from '../../../records/fault/answers.ts';
import { endedFaults, endText, shortMoment, statedWhat, type EndedFault } from '../../../records/fault/fault-ends.ts';
import { faultPost } from '../../../records/fault/fault-words.ts';
import type { SiteFault } from '../../../records/fault/fault.ts';
import { equipmentLabels } from '../../../records/maintenance-form/maintenance-form.ts';
import { joinedStatements } from '../../../records/sentences.ts';
import { contactPhone, contactRole, type ListedContact } from '../../../records/site-contacts/site-contact.ts';
import { handedOnDocuments, type SiteDocument } from '../../../records/site-documents/document.ts';
import { contractOnPaper } from '../../../records/site/contract.ts';
import { siteColumns, shownSiteValue, textOrNull } from '../../../records/site/site-columns.ts';
import { promisedBeforeSchema } from '../../../records/site/site-promise.ts';
import { labelledMembers } from '../../../records/task/member-words.ts';
import { yearStatements } from '../../../records/task/response-words.ts';
import { callsOfYear, clockOf, type ClockedSite } from '../../../records/task/response.ts';
import {
  agreementOf,
  fulfilledMeaning,
  serviceSummary,
  scoreText,
  type VisitAgreement,
} from '../../../records/task/service-periods.ts';
import { groupByMonth, storedTaskSchema, type StoredTask } from '../../../records/task/task.ts';
import { visitKindLabel, visitTime } from '../../../records/task/visit.ts';
import { longDate, momentText, siteMonth } from '../../../records/time.ts';
import { html, richHtml, type Markup } from './html.ts';

// the page runs no script, even if a record contains one
const policy = "script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'";

const style: Markup = {
  markup: `
:root { color-scheme: light dark; --line: #8888; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin-bottom: 0; line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 2px solid; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td.count { text-align: right; font-variant-numeric: tabular-nums; }
article { padding: 1rem 0; border-bottom: 1px solid var(--line); break-inside: avoid; }
article h3, article p { margin: 0 0 .4rem; }
article .text { white-space: pre-line; }
.photos { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
.photos img { width: 11rem; height: 8rem; object-fit: cover; border: 1px solid var(--line); display: block; }
.absent { border: 1px dashed; padding: .3rem .6rem; }
@media print { body { max-width: none; margin: 0; font-size: 10pt; } .photos img { width: 4.2cm; height: 3.1cm; } a { color: inherit; text-decoration: none; } }`,
};

export interface ExportPage {
  site: ExportedSite;
  posts: CarPosts;
  hasChanges: boolean;
  /** The paths of the files that could not be downloaded. */
  missing: ReadonlySet<string>;
  made: Date;
}

/** The HTML of the start page of the ZIP. It has the whole record with photos, to be read and printed offline. */
export function exportPage(page: ExportPage): string {
  const { site, posts, hasChanges, missing, made: madeAt } = page;
  const { visits, photos, pdfs } = amountsOf(site, missing);
  const tables = [
    'site.csv',
    'visits.csv',
    'faults.csv',
    'failure-counts.csv',
    ...(hasChanges ? ['change-log.csv'] : []),
  ];
  const tableLinks = tables.map((name) => html`<a href="${name}">${name}</a>`);
  // `groupByMonth` takes only shown visits; each visit is looked up by its id (`byId`), so a hidden one stays hidden
  const months = groupByMonth(site.visits.map((visit) => ({ ...visit, showing: 'True' as const })));
  const byId = new Map(site.visits.map((visit) => [visit.id, visit]));
  const { markup } = html`<!doctype html>
    <html lang="${currentLanguage().code}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${site.name}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>${site.name}</h1>
        <p>
          ${t(
            'Exported from the RFID Boom Gate Portal on {time} (Singapore): {visits, plural, one {# visit} other {# visits}}, {photos, plural, one {# photo} other {# photos}}, {pdfs, plural, one {# PDF} other {# PDFs}}.',
            { time: momentText(madeAt), visits, photos, pdfs },
          )}
        </p>
        ${site.hidden > 0 ? html`<p>${t('Not included, because the service company has hidden them: {count, plural, one {# visit} other {# visits}}.', { count: site.hidden })}</p>` : []}
        ${missing.size > 0 ? html`<p class="absent">${missingNote(missing.size)}</p>` : []}
        <p>
          ${richHtml(
            'The same data as tables: {tables}. As the portal stores it: {record}. At the end: <faults>reported faults</faults> and <counts>failure counts</counts>.',
            {
              tables: tableLinks.reduce((listed, next) => richHtml('{listed}, {next}', { listed, next })),
              record: html`<a href="record.json">record.json</a>`,
              faults: (inner) => html`<a href="#reported-faults">${inner}</a>`,
              counts: (inner) => html`<a href="#failure-counts">${inner}</a>`,
            },
          )}
        </p>
        <h2>${t('The site')}</h2>
        <table>
          ${site.facts.map(
            ([label, value]) =>
              html`<tr>
                <th scope="row">${label}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </table>
        ${months.map(
          ({ month, tasks }) =>
            html`<section>
              <h2>${month}</h2>
              ${tasks.flatMap(({ id }) => visitOf(byId.get(id), missing))}
            </section> `,
        )}
        ${visits === 0 ? html`<p>${t('No visits.')}</p>` : []} ${documentsPart(site.documents, missing)}
        <h2 id="reported-faults">${t('Reported faults')}</h2>
        ${faultsTable(site.faults)}
        <h2 id="failure-counts">${t('Failure counts')}</h2>
        ${countsTable(posts)}
      </body>
    </html> `;
  return markup;
}

function missingNote(count: number): Markup {
  return richHtml(
    '{count, plural, one {# file} other {# files}} could not be included: see <file>missing.txt</file>.',
    {
      count,
      file: (inner) => html`<a href="missing.txt">${inner}</a>`,
    },
  );
}

/** The table of documents as a list of its elements; empty without documents. */
function documentsPart(documents: readonly ExportedDocument[], missing: ReadonlySet<string>): Markup[] {
  if (documents.length === 0) return [];
  const rows = documents.map(({ title, path, time }) => {
    const link = missing.has(path) ? html`<span class="absent">${title}</span>` : html`<a href="${path}">${title}</a>`;
    return html`<tr>
      <td>${link}</td>
      <td>${longDate(time)}</td>
    </tr>`;
  });
  return [
    html`<h2>${t('Documents')}</h2>
      <table>
        <tr>
          <th scope="col">${t('Title')}</th>
          <th scope="col">${t('Filed')}</th>
        </tr>
        ${rows}
      </table>`,
  ];
}

/** The faults and how each ended, without the words, names and telephone numbers of those who reported them (`decisions §15`). */
function faultsTable(faults: readonly EndedFault[]): Markup {
  if (faults.length === 0) return html`<p>${t('None.')}</p>`;
  const rows = faults.map(
    (fault) =>
      html`<tr>
        <td>${shortMoment(fault.reported_at)}</td>
        <td>${faultPost(fault.post)}</td>
        <td>${statedWhat(fault)}</td>
        <td>${endText(fault)}</td>
      </tr>`,
  );
  return html`<table>
    <tr>
      <th scope="col">${t('Reported')}</th>
      <th scope="col">${t('Car post')}</th>
      <th scope="col">${t('What is wrong')}</th>
      <th scope="col">${t('How it ended')}</th>
    </tr>
    ${rows}
  </table>`;
}

function countsTable(posts: CarPosts): Markup {
  const rows = [...posts].flatMap(([post, entries]) =>
    entries.map(
      ({ year, type, entrance, exit }) =>
        html`<tr>
          <td>${post}</td>
          <td>${year}</td>
          <td>${typeLabel(type)}</td>
          <td class="count">${entrance}</td>
          <td class="count">${exit}</td>
        </tr>`,
    ),
  );
  if (rows.length === 0) return html`<p>${t('None.')}</p>`;
  return html`<table>
    <tr>
      <th scope="col">${t('Car post')}</th>
      <th scope="col">${t('Year')}</th>
      <th scope="col">${t('Failure')}</th>
      <th scope="col">${t('Entrance')}</th>
      <th scope="col">${t('Exit')}</th>
    </tr>
    ${rows}
  </table>`;
}

/** The visit as a list of one element; empty for no visit. */
function visitOf(visit: ExportedVisit | undefined, missing: ReadonlySet<string>): Markup[] {
  if (!visit) return [];
  const { id, time, title, tasks, kind, showing, photos, report } = visit;
  const notes = [
    momentText(time),
    visitKindLabel(kind),
    ...labelledMembers(visit).map((labelled) => t('{label}: {text}', labelled)),
    t('visit {id}', { id }),
    showing === 'False' && t('hidden from the client'),
  ];
  const photoOf = ({ path }: ExportedFile, index: number) => {
    if (missing.has(path))
      return html`<span class="absent">${t('Photo {place} is missing', { place: index + 1 })}</span>`;
    const alt = t('Photo {place} of visit {id}', { place: index + 1, id });
    return html`<a href="${path}"><img src="${path}" alt="${alt}" loading="lazy" /></a>`;
  };
  const reportOf = ({ path }: ExportedFile) =>
    missing.has(path)
      ? html`<p class="absent">${t('The PDF is missing')}</p>`
      : html`<p><a href="${path}">${t('PDF report')}</a></p>`;
  return [
    html`<article id="visit-${id}">
      <h3>${title}</h3>
      <p>${notes.filter(Boolean).join(' · ')}</p>
      <p class="text">${tasks}</p>
      ${report ? reportOf(report) : []}
      ${photos.length > 0 ? html`<div class="photos">${photos.map(photoOf)}</div>` : []}
    </article> `,
  ];
}

// The data of a site that the export has

export interface ExportedFile {
  url: string;
  /** The path in the ZIP, such as `photos/2026-03-26_visit-114_1.jpg`, which is valid in every file system. */
  path: string;
  time: Date;
  /** The visit that has the file; null for a document of the site. */
  visit: ExportedVisit | null;
}

interface ExportedDocument extends ExportedFile {
  title: string;
  visit: null;
}

interface ExportedVisit extends StoredTask {
  photos: ExportedFile[];
  /** The PDF of the visit, or null. */
  report: ExportedFile | null;
  /** The names of the faults that the visit may refer to. */
  names?: FaultNames;
}

export interface ExportedSite {
  id: number;
  name: string;
  /** The filled values of the site, with their labels. */
  facts: [label: string, value: string][];
  /** The newest first. Hidden visits are included only if the session may read them. */
  visits: ExportedVisit[];
  /** The faults, by the time of their reports, the oldest first. */
  faults: readonly EndedFault[];
  /** The documents, sorted by title. */
  documents: readonly ExportedDocument[];
  /** The number of visits that the session may not read. */
  hidden: number;
  /** All files, each once. */
  files: ExportedFile[];
}

const siteRow = v.looseObject({
  id: v.number(),
  name: v.string(),
  equipment: v.optional(v.nullable(v.record(v.string(), v.string()))),
  visit_every_months: v.optional(v.nullable(v.number()), null),
  contract_until: v.optional(v.nullable(v.string()), null),
  response_hours: v.optional(v.nullable(v.number()), null),
  emergency_calls_a_year: v.optional(v.nullable(v.number()), null),
  promised_before: promisedBeforeSchema,
  tasks2024: v.array(v.unknown()),
});

/** The usual file extensions that replace others in the ZIP. */
const extensions: Record<string, string> = { jpeg: 'jpg' };

const isReadableTask = (task: unknown) => typeof task === 'object' && task !== null && 'title' in task;

/**
 * A visit with its files.
 * @param filesByUrl the files so far by URL, to which it adds its own. A file that several visits share is in the ZIP once.
 */
function exportedVisit(task: StoredTask, filesByUrl: Map<string, ExportedFile>): ExportedVisit {
  const visit: ExportedVisit = { ...task, photos: [], report: null };
  const { date } = visitTime(task.time);
  const fileOf = (url: string, folder: string, number: string, fallback: string): ExportedFile => {
    const extension = objectNameOf(url)?.split('.').pop() ?? fallback;
    const path = `${folder}/${date}_visit-${task.id}${number}.${extensions[extension] ?? extension}`;
    const file = filesByUrl.get(url) ?? { url, path, time: new Date(task.time), visit };
    filesByUrl.set(url, file);
    return file;
  };
  visit.photos = task.urls.map((url, index) => fileOf(url, 'photos', `_${index + 1}`, 'jpg'));
  if (task.pdf !== '') visit.report = fileOf(task.pdf, 'reports', '', 'pdf');
  return visit;
}

const yearAt = (time: Date) => Number(siteMonth(time).year);

/** How many agreed visits were fulfilled in each year with visits, the latest first, in the words of the year report (`decisions §8`). */
function scoreFacts(agreement: VisitAgreement, visits: readonly StoredTask[], now: Date): [string, string][] {
  const shownVisits = visits.filter(({ showing }) => showing === 'True');
  const years = [...new Set(shownVisits.map(({ time }) => yearAt(new Date(time))))].toSorted((a, b) => b - a);
  const scores = years.flatMap((year): [string, string][] => {
    const words = scoreText(serviceSummary(shownVisits, agreement, year, now), year, year < yearAt(now));
    return words === null ? [] : [[t('Agreed visits {year}', { year }), words]];
  });
  return scores.length === 0 ? [] : [...scores, [t('Agreed visits'), said(fulfilledMeaning)]];
}

/** The visits that are shown. The copies only narrow the type. */
function onlyShown<Visit extends Pick<StoredTask, 'showing'>>(visits: readonly Visit[]) {
  return visits.flatMap((visit) => (visit.showing === 'True' ? { ...visit, showing: visit.showing } : []));
}

/** How the emergency calls of each year were answered, the latest first, in the words of the year report (`decisions §14`). */
function callFacts(site: Omit<ClockedSite, 'visits'>, visits: readonly StoredTask[], now: Date): [string, string][] {
  const shownVisits = onlyShown(visits);
  const clock = { ...site, visits: shownVisits };
  const closedTimes = (site.faults ?? []).flatMap((fault) => fault.closed?.at ?? []);
  const times = [...shownVisits.map(({ time }) => time), ...closedTimes].map((time) => new Date(time));
  const years = [...new Set([now, ...times].map(yearAt))].toSorted((a, b) => b - a);
  return years.flatMap((year): [string, string][] => {
    const calls = callsOfYear(clock, year, now);
    const count = calls.response.responses.length;
    const statements = yearStatements(calls, now);
    if (count === 0 && statements.length === 0) return [];
    return [[t('Emergency calls {year}', { year }), joinedStatements([`${count}`, ...statements])]];
  });
}

/**
 * The documents that the ZIP may contain, as files such as `documents/Contract-2026.pdf`. If several have the same name, the id follows the
 * name of each but the first.
 */
function exportedDocuments(documents: readonly SiteDocument[]): ExportedDocument[] {
  const usedNames = new Set<string>();
  return handedOnDocuments(documents).map(({ id, title, file, filed_at: filed }) => {
    const stem = fileStemOf(title);
    // many file systems do not distinguish upper and lower case
    const name = usedNames.has(stem.toLowerCase()) ? fileStemOf(title, `${id}`) : stem;
    usedNames.add(name.toLowerCase());
    return { url: storedUrlOf(file), path: `documents/${name}.pdf`, time: new Date(filed), title, visit: null };
  });
}

/** A contact as a fact of the site: its role, and its name, number and address. */
function contactFact(contact: ListedContact): [string, string] {
  return [contactRole(contact), [contact.name, contactPhone(contact), contact.email ?? []].flat().join(', ')];
}

/**
 * Reads the data to export from a row of `maintables`.
 * @param faults all faults of the site
 * @param now the moment for which figures are computed
 * @param contacts the further contacts; the first contact is in the row
 * @throws if the row is invalid
 */
export function readExportedSite(
  row: unknown,
  faults: readonly SiteFault[],
  now: Date,
  documents: readonly SiteDocument[] = [],
  contacts: readonly ListedContact[] = [],
): ExportedSite {
  const { id, name, equipment, tasks2024, ...values } = v.parse(siteRow, row);
  const columns = siteColumns.flatMap((siteColumn): [string, string][] => {
    const { column, label } = siteColumn;
    const shownText = shownSiteValue(siteColumn, column === 'name' ? name : values[column]);
    const end = column === 'contract_until' ? textOrNull(values[column]) : null;
    const text = end === null ? shownText : contractOnPaper(end, now, true);
    return text === null ? [] : [[said(label), text]];
  });
  const equipmentFacts = Object.entries(equipmentLabels).flatMap(([field, label]): [string, string][] => {
    const text = equipment?.[field];
    return text ? [[said(label), text]] : [];
  });
  const files = new Map<string, ExportedFile>();
  const names = faultNames(faults);
  const documentFiles = exportedDocuments(documents);
  const visits = v
    .parse(v.array(storedTaskSchema), tasks2024.filter(isReadableTask))
    .toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time) || b.id - a.id)
    .map((task) => ({ ...exportedVisit(task, files), names }));
  return {
    id,
    name,
    facts: [
      ...columns,
      ...contacts.map(contactFact),
      ...scoreFacts(agreementOf(values), visits, now),
      // `callFacts` adds the visits itself
      ...callFacts(clockOf({ ...values, tasks2024: [] }, faults), visits, now),
      ...equipmentFacts,
    ],
    visits,
    faults: endedFaults(faults, onlyShown(visits)),
    documents: documentFiles,
    hidden: tasks2024.length - visits.length,
    files: [...files.values(), ...documentFiles],
  };
}

/**
 * Counts the visits and files in the ZIP.
 * @param missing the paths of the files that could not be downloaded
 */
export function amountsOf(
  { visits, files }: ExportedSite,
  missing: ReadonlySet<string>,
): { visits: number; photos: number; pdfs: number } {
  const present = files.filter(({ path }) => !missing.has(path));
  const pdfs = present.filter(({ path }) => /^(?:reports|documents)\//u.test(path)).length;
  return { visits: visits.length, photos: present.length - pdfs, pdfs };
}
