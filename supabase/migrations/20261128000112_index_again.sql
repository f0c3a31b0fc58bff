-- Why: visits of before get the lexemes of 20261128000110. A site after the other, and a visit that somebody corrects meanwhile waits until
-- its words are written: two milliseconds for each visit that there is. Reading, searching and adding visits go on.
set local lock_timeout = '5s';

do $$
declare
  of_site bigint;
begin
  for of_site in select t.id from public.maintable t order by t.id loop
    perform private.write_words(of_site, array(select v.task_id from private.visits v where v.site_id = of_site order by v.task_id for share),
      private.site_post_forms(of_site));
  end loop;
end $$;
