-- Why: an error says where in the build it was, and the file of a screen with a long name, as MaintenanceFormRoute-B6IwYLnM.js, was taken for a
-- token: its place was lost. A name before .js: and a line is no token.
set local lock_timeout = '5s';

create or replace function private.plain_error(message text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  plain text := left(message, 2000);
begin
  plain := regexp_replace(plain, '[\s\u0001-\u001F\u007F\u202A-\u202E\u2066-\u2069]+', ' ', 'g');
  plain := regexp_replace(plain, '[?#][^\s"''()]+', '', 'g');
  plain := regexp_replace(plain, '[^\s"''()<>]+@[^\s"''()<>]+', '[mail]', 'g');
  plain := regexp_replace(plain, '[A-Za-z0-9]{3,}(-[A-Za-z0-9]{4}){2,}', '[key]', 'g');
  plain := regexp_replace(plain, '(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{26,}(?![A-Za-z0-9_-]|\.m?js:[0-9])', '[token]', 'g');
  plain := regexp_replace(plain, '\+[0-9][0-9 -]{6,}[0-9]|[0-9]{4} [0-9]{4}', '[number]', 'g');
  return nullif(btrim(left(plain, 300)), '');
end $$;
