-- Why: whoever has a key may make links for people without one (decisions §16), and a stolen key must not make them by the thousand. In a file of
-- its own, as every session reads the settings: they are locked for a moment only.
set local lock_timeout = '5s';

alter table private.settings
  add column links_of_key integer not null default 60;            -- that a key makes within an hour
