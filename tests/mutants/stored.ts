import { type Mutant, mutant } from './mutant.ts';

const careful = 'database/careful-writes';
const tasks = 'database/task-rules';
const posts = 'database/car-post-rules';
const bucket = 'database/file-rules';
const technician = 'database/technician/refused-writes';

/** What may be stored, changed and removed. */
export const ofStored: Mutant[] = [
  mutant(
    'no revision is asked',
    '0900',
    'elsif new.revision is distinct from old.revision + 1 then',
    'elsif false then',
    careful,
  ),
  mutant('many rows are written at once', '0900', 'if rows > 1 then', 'if rows > 9 then', careful),
  mutant('tasks are left out', '2500', 'if missing > 0 then', 'if false then', careful),
  mutant('an id stands there twice', '2500', 'jsonb_array_length(was) + (', 'jsonb_array_length(was) + 9 + (', careful),
  mutant(
    'visits of next year',
    '2500',
    `when ((e ->> 'time')::timestamptz > now() + interval '1 day' or`,
    'when (',
    careful,
  ),
  mutant(
    '600 photos of a task',
    '2500',
    `jsonb_array_length(e -> 'urls') > 60 then`,
    `jsonb_array_length(e -> 'urls') > 600 then`,
    tasks,
  ),
  mutant('a web page as a photo', '2500', '(jpg|jpeg|png|webp)$', '(jpg|jpeg|png|webp|html)$', tasks),
  mutant('control characters in a title', '2500', `\n        or (e ->> 'title') ~ control then`, ' then', tasks),
  mutant(
    'more than 20,000 tasks',
    '0900',
    'jsonb_array_length(new.tasks2024) > 20000',
    'jsonb_array_length(new.tasks2024) > 90000',
    tasks,
  ),
  mutant('a post named __proto__', '0000', `p.key ~ '^__' or p.key in`, 'p.key in', posts),
  mutant('a million failures', '0000', '[0-9]{0,5})$', '[0-9]{0,8})$', posts),
  mutant('counts of the year 2019', '0000', `'^20(2[0-9]|30)$'`, `'^20[0-9][0-9]$'`, posts),
  mutant(
    'texts of twice the length',
    '0000',
    '(char_length(value) <= max\n',
    '(char_length(value) <= max * 2\n',
    'database/site-columns',
  ),
  mutant(
    'a technician writes what an admin writes',
    '2000',
    `if live.role is distinct from 'technician' then return new; end if;`,
    'return new;',
    technician,
  ),
  mutant(
    'a technician changes the record of a site',
    '2000',
    'if columns is not null then',
    'if false then',
    technician,
  ),
  mutant('a technician fills a site in a day', '2000', '> 50 then', '> 50000 then', technician),
  mutant(
    'a line of the change log is changed',
    '0300',
    'before update or delete on private.change_log',
    'before delete on private.change_log',
    'database/change-log',
  ),
  mutant(
    'a file that a task has is removed',
    '0600',
    '\n    and private.object_site(name) is not null and not private.object_in_use(name)',
    '',
    bucket,
  ),
  mutant('a file that a task had is removed', '1200', 'position(stem in c.before::text) > 0', 'false', bucket),
  mutant(
    'a public bucket',
    '0600',
    `'rfidboomgatephoto', 'rfidboomgatephoto', false,`,
    `'rfidboomgatephoto', 'rfidboomgatephoto', true,`,
    bucket,
  ),
  mutant('web pages in the bucket', '0600', `array['image/jpeg',`, `array['text/html', 'image/jpeg',`, bucket),
  mutant('files of any name', '0000', `\\.(small\\.jpg|jpg|jpeg|png|webp|pdf)$'`, `\\.'`, bucket),
  mutant('files of other hosts', '2300', `split_part(file, '/', 3) <> all (hosts)`, 'false', bucket),
];
