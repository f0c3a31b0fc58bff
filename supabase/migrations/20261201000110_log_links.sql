-- Why: who made and ended a link, for whom and to which visits, is evidence as stickers are (decisions §16). How often it was opened is
-- not: the log is of what the portal's own people do, and it is for ever.
set local lock_timeout = '5s';

-- Opening a link changes nothing of which the log tells, so it is not even asked.
create trigger log_change after insert or update of ended_at on private.share_links for each row execute function private.log_change();
