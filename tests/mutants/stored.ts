import { mutant, type Mutant } from './mutant.ts';

/** What may be stored, changed and removed. */
export const ofStored: Mutant[] = [
  mutant(
    'no revision is asked',
    'elsif new.revision is distinct from old.revision + 1 then',
    'elsif false then',
    'careful-writes',
  ),
  mutant('many rows are written at once', 'if rows > 1 then', 'if rows > 9 then', 'careful-writes'),
  mutant('tasks are left out', 'if missing > 0 then', 'if false then', 'careful-writes'),
  mutant(
    'an id stands there twice',
    'jsonb_array_length(was) + (',
    'jsonb_array_length(was) + 9 + (',
    'careful-writes',
  ),
  mutant(
    'visits of next year',
    `when ((e ->> 'time')::timestamptz > now() + interval '1 day' or`,
    'when (',
    'careful-writes',
  ),
  mutant(
    '600 photos of a task',
    `jsonb_array_length(e -> 'urls') > 60 then`,
    `jsonb_array_length(e -> 'urls') > 600 then`,
    'task-rules',
  ),
  mutant('a web page as a photo', '(jpg|jpeg|png|webp)$', '(jpg|jpeg|png|webp|html)$', 'task-rules'),
  mutant('control characters in a title', `\n        or (e ->> 'title') ~ control then`, ' then', 'task-rules'),
  mutant(
    'more than 20,000 tasks',
    'jsonb_array_length(new.tasks2024) > 20000',
    'jsonb_array_length(new.tasks2024) > 90000',
    'task-rules',
  ),
  mutant('a post named __proto__', `p.key ~ '^__' or p.key in`, 'p.key in', 'car-post-rules'),
  mutant('a million failures', '[0-9]{0,5})$', '[0-9]{0,8})$', 'car-post-rules'),
  mutant('counts of the year 2019', `'^20(2[0-9]|30)$'`, `'^20[0-9][0-9]$'`, 'car-post-rules'),
  mutant(
    'texts of twice the length',
    '(char_length(value) <= max\n',
    '(char_length(value) <= max * 2\n',
    'site-columns',
  ),
  mutant(
    'a technician writes what an admin writes',
    `if live.role is distinct from 'technician' then return new; end if;`,
    'return new;',
    'technician/refused-writes',
  ),
  mutant(
    'a technician changes the record of a site',
    'if columns is not null then',
    'if false then',
    'technician/refused-writes',
  ),
  mutant('a technician fills a site in a day', '> 50 then', '> 50000 then', 'technician/refused-writes'),
  mutant(
    'a line of the change log is changed',
    'before update or delete on private.change_log',
    'before delete on private.change_log',
    'change-log',
  ),
  mutant(
    'a file that a task has is removed',
    '\n    and private.object_site(name) is not null and not private.object_in_use(name)',
    '',
    'file-rules',
  ),
  mutant('a file that a task had is removed', 'position(stem in c.before::text) > 0', 'false', 'file-rules'),
  mutant(
    'a public bucket',
    `'rfidboomgatephoto', 'rfidboomgatephoto', false,`,
    `'rfidboomgatephoto', 'rfidboomgatephoto', true,`,
    'file-rules',
  ),
  mutant('web pages in the bucket', `array['image/jpeg',`, `array['text/html', 'image/jpeg',`, 'file-rules'),
  mutant('files of any name', `\\.(small\\.jpg|jpg|jpeg|png|webp|pdf)$'`, `\\.'`, 'file-rules'),
  mutant('files of other hosts', `split_part(file, '/', 3) <> all (hosts)`, 'false', 'file-rules'),
];
