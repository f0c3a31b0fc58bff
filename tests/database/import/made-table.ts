import { months } from '../../../src/records/time.ts';

/** A visit as it should be saved. */
export interface TrueVisit {
  time: string;
  year: string;
  month: string | undefined;
  title: string;
  tasks: string;
  showing: string;
  kind?: string;
  arrived?: string;
  left?: string;
}

/** The roles of the columns of the generated table: the switches of the command, and what is saved of a visit with them. */
export interface ColumnChoice {
  column: string[];
  truth: (site: number, visit: number) => TrueVisit;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const malay = ['Jan', 'Feb', 'Mac', 'Apr', 'Mei', 'Jun', 'Jul', 'Ogos', 'Sep', 'Okt', 'Nov', 'Dis'];

interface Made {
  month: number;
  day: number;
  hour: number;
  title: string;
  work: string;
  remark: string;
  kind: 'preventive' | 'emergency';
}

function visitOf(site: number, visit: number): Made {
  return {
    month: (visit * 5 + site) % 12,
    day: 1 + ((visit * 3 + site) % 28),
    hour: 6 + (visit % 12),
    title: `Gate ${visit} of ${site}`,
    work: `Greased, ${visit} tested\nat ${site} “halves; quarters”`,
    remark: visit % 3 === 0 ? '' : `Weak battery ${visit}`,
    kind: visit % 4 === 0 ? 'emergency' : 'preventive',
  };
}

/** A day in one of six notations, which `way` chooses. */
function dayAs({ day, month }: Made, way: number): string {
  return (
    [
      `${twoDigits(day)}/${twoDigits(month + 1)}/2024`,
      `${day}.${month + 1}.24`,
      `${day}-${months[month]?.label.slice(0, 3)}-24`,
      `${day} ${malay[month]} 2024`,
      `2024年${month + 1}月${day}日`,
      `2024-${twoDigits(month + 1)}-${twoDigits(day)}`,
    ][way % 6] ?? ''
  );
}

/** A quarter to the next hour, in one of three notations. */
function clockAs(hour: number, way: number): string {
  const half = hour < 12 ? 'am' : 'pm';
  const of12 = ((hour + 11) % 12) + 1;
  return [`${twoDigits(hour)}:45`, `${of12}.45${half}`, `${of12}:45 ${half.toUpperCase()}`][way % 3] ?? '';
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A table of visits at these sites, named `Site 1` and so on, in every notation. */
export function makeTable(sites: number, visits: number): Uint8Array<ArrayBuffer> {
  const rows = ['Site,Date,Time In,Time Out,Title,Work done,Remarks,Type'];
  for (let site = 1; site <= sites; site += 1)
    for (let visit = 1; visit <= visits; visit += 1) {
      const made = visitOf(site, visit);
      const way = site + visit;
      const cells = [
        visit % 2 === 0 ? `SITE ${site}` : `Site ${site}`,
        dayAs(made, way),
        clockAs(made.hour, way),
        clockAs(made.hour + 1, way + 1),
        made.title,
        made.work,
        made.remark,
        made.kind === 'emergency' ? 'Breakdown' : 'PM',
      ];
      rows.push(cells.map((cell) => quoted(cell)).join(','));
    }
  return new TextEncoder().encode(rows.join('\r\n'));
}

const stampOf = ({ month, day }: Made, hour: number) =>
  `2024-${twoDigits(month + 1)}-${twoDigits(day)}T${twoDigits(hour)}:45:00+08:00`;

function trueVisit(made: Made, hour: number, more: Omit<TrueVisit, 'time' | 'year' | 'month' | 'showing'>): TrueVisit {
  return {
    time: stampOf(made, hour),
    year: '2024',
    month: months[made.month]?.value,
    showing: 'True',
    ...more,
  };
}

/** Takes the time of leaving as that of the visit, and no titles. */
export const wrongColumns: ColumnChoice = {
  column: ['Time In=', 'Time Out=time', 'Title=', 'Remarks='],
  truth: (site, visit) => {
    const made = visitOf(site, visit);
    const [title = ''] = made.work.split('\n');
    return trueVisit(made, made.hour + 1, { title, tasks: made.work, kind: made.kind });
  },
};

/** The arrival, which is also the time of the visit. */
const arrivalOf = (made: Made) => ({ arrived: stampOf(made, made.hour) });

/** The right roles, but without remarks, kinds, and who left when. */
export const fewColumns: ColumnChoice = {
  column: ['Time Out=', 'Remarks=', 'Type='],
  truth: (site, visit) => {
    const made = visitOf(site, visit);
    return trueVisit(made, made.hour, { title: made.title, tasks: made.work, ...arrivalOf(made) });
  },
};

export const allColumns: ColumnChoice = {
  column: [],
  truth: (site, visit) => {
    const made = visitOf(site, visit);
    const remark = made.remark === '' ? '' : `\nRemarks: ${made.remark}`;
    return trueVisit(made, made.hour, {
      title: made.title,
      tasks: `Work done: ${made.work}${remark}`,
      kind: made.kind,
      ...arrivalOf(made),
      left: stampOf(made, made.hour + 1),
    });
  },
};
