import { demoSticker } from '../demo-keys.ts';

/*
 * The reported faults of the demo (decisions §15): a fault that was answered by a visit, another that was settled by phone, and two open
 * faults, one of which has waited for longer than its site was promised. The open faults have always the same age when the demo is set
 * up. Faults are inserted last, because visits name the faults that they answered, and faults name their site.
 */

/** One report of a fault. */
interface DemoVoice {
  /** The time of the report, in minutes after the first report of the fault. */
  after: number;
  origin: 'client' | 'sticker' | 'office';
  text: string;
  name?: string;
  phone?: string;
}

interface DemoFault {
  siteId: number;
  post: string;
  what: string;
  /** The time of the first report: a timestamp, or a number of minutes before now. */
  reported: string | number;
  closed?: { after: number; reason: string };
  /** The id of the visit that answered the fault. */
  answeredBy?: number;
  /** All reports of the fault, including the first. */
  voices: readonly [DemoVoice, ...DemoVoice[]];
}

const faults: readonly DemoFault[] = [
  {
    siteId: 1,
    post: 'P1 Main Gate',
    what: 'No power',
    // the same time as in the text of its visit
    reported: '2026-11-12T18:25:00+08:00',
    answeredBy: 118,
    voices: [
      { after: 0, origin: 'client', text: 'Gate dead after the lightning, both lanes.', name: 'Pn. Noraini Ismail' },
      { after: 20, origin: 'client', text: 'Cars are queuing to the main road.' },
    ],
  },
  {
    siteId: 2,
    post: 'Post 2 Visitor',
    what: 'Tag not read',
    reported: '2026-11-18T10:05:00+08:00',
    closed: { after: 15, reason: 'Restarted by the guard house while we were on the phone' },
    voices: [{ after: 0, origin: 'office', text: 'All tags refused since this morning.', name: 'Guard house' }],
  },
  {
    siteId: 2,
    post: 'Post 1 Main Entrance',
    what: 'Does not close',
    reported: 320,
    voices: [
      {
        after: 0,
        origin: 'client',
        text: '栏杆一直抬着，放不下来。',
        name: 'Mr Koh',
        phone: '+65 8123 4567',
      },
      { after: 95, origin: 'client', text: 'Still up. A guard stands there now.' },
    ],
  },
  {
    siteId: demoSticker.siteId,
    post: demoSticker.post,
    what: 'Tag not read',
    reported: 40,
    voices: [{ after: 0, origin: 'sticker', text: 'Kad penduduk tidak dibaca sejak hujan.' }],
  },
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const orNull = (text: string | undefined) => (text === undefined ? 'null' : quoted(text));

const minutes = (count: number) => `interval '${count} minutes'`;

function momentSql({ reported }: DemoFault): string {
  return typeof reported === 'string'
    ? `timestamptz ${quoted(reported)}`
    : `date_trunc('minute', now()) - ${minutes(reported)}`;
}

/** The id of the office's first key (`null`), or of a site's first key. */
function keySql(siteId: number | null): string {
  const which = siteId === null ? "m.role = 'admin'" : `m.site_id = ${siteId}`;
  return `(select min(m.id) from public.main m where ${which})`;
}

/** The sender of a report, as the values of `main_id` and `sticker_id`: the key of the site or of the office, or the sticker. */
function senderSql(origin: DemoVoice['origin'], siteId: number): string {
  return origin === 'sticker' ? 'null, sticker' : `${keySql(origin === 'office' ? null : siteId)}, null`;
}

function voiceSql(voice: DemoVoice, fault: DemoFault, faultIndex: number, voiceIndex: number): string {
  const { origin, after, text, name, phone } = voice;
  return `  insert into private.fault_voices (fault_id, at, origin, main_id, sticker_id, text, name, phone, attempt, joined)
  values (fault, ${momentSql(fault)} + ${minutes(after)}, '${origin}', ${senderSql(origin, fault.siteId)},
    ${quoted(text)}, ${orNull(name)}, ${orNull(phone)}, sha256('demo ${faultIndex}.${voiceIndex}'), ${voiceIndex > 0});`;
}

function faultSql(fault: DemoFault, faultIndex: number): string {
  const { siteId, post, what, closed, answeredBy, voices } = fault;
  const reported = momentSql(fault);
  const [{ origin }] = voices;
  const end = closed
    ? `${reported} + ${minutes(closed.after)}, ${keySql(null)}, 'settled', ${quoted(closed.reason)}`
    : 'null, null, null, null';
  return `  insert into private.faults (site_id, post, what, known, origin, main_id, sticker_id, reported_at, closed_at, closed_by, closed_as, closed_reason)
  values (${siteId}, ${quoted(post)}, ${quoted(what)}, true, '${origin}', ${senderSql(origin, siteId)}, ${reported},
    ${end}) returning id into fault;
${voices.map((voice, voiceIndex) => voiceSql(voice, fault, faultIndex, voiceIndex)).join('\n')}${
    answeredBy === undefined ? '' : `\n${answerSql(siteId, answeredBy)}`
  }`;
}

/** Adds the fault to the visit that answered it, unless the visit was hidden or removed. */
function answerSql(siteId: number, visit: number): string {
  return `  update public.maintable t set revision = t.revision + 1, tasks2024 = (
    select jsonb_agg(case when (e ->> 'id')::integer = ${visit} then e || jsonb_build_object('answers', jsonb_build_array(fault)) else e end order by n)
    from jsonb_array_elements(t.tasks2024) with ordinality _ (e, n))
  where t.id = ${siteId} and t.tasks2024 @> '[{"id": ${visit}, "showing": "True"}]';`;
}

/** The statement that adds the faults of the demo when the database has no faults. */
export function demoFaultsSql(): string {
  const { siteId, post, secret } = demoSticker;
  return `do $$
declare
  sticker bigint;
  fault bigint;
begin
  if exists (select from private.faults) or exists (select from private.stickers) then return; end if;
  insert into private.stickers (site_id, post, secret) values (${siteId}, ${quoted(post)}, private.secret_hash('sticker', ${quoted(secret)}))
  returning id into sticker;
${faults.map(faultSql).join('\n')}
end $$;`;
}
