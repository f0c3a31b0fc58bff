-- Why: faults are reported at the gate, also by people without a key (decisions §15). Whoever may write without a login is counted, and the
-- owner can change how often each may. In a file of its own, as every session reads the settings: they are locked for a moment only.
set local lock_timeout = '5s';

alter table private.settings
  -- within an hour each
  add column reports_of_sticker integer not null default 6,
  add column reports_of_address integer not null default 30,      -- by stickers; a carrier has thousands of phones behind one
  add column reports_of_site integer not null default 40,         -- by stickers
  add column reports_of_client integer not null default 20,       -- by a key
  add column reports_of_office integer not null default 200,      -- by a key
  add column looks_of_address integer not null default 300,       -- at one sticker
  add column wrong_secrets integer not null default 120,          -- by an address
  add column faults_of_post integer not null default 5,           -- that are open; the next report joins the newest
  add column voices_of_fault integer not null default 50,         -- with words; of later ones only their number is known
  add column reports_forgotten interval not null default '12 months';
comment on column private.settings.reports_forgotten is 'How long after its end a fault keeps the names, numbers and words of reporters';
