-- Why: stickers and faults name their post. A post that gets another name takes them along in the same transaction: a sticker on a wall must not go on
-- about a post that is nowhere any more (decisions §8). The database finds the new name in each write of the counts, whoever makes it: the
-- screen, its Undo, a restored change. So there is one rule, and no writer can forget it. A post that is removed leaves its name.
set local lock_timeout = '5s';

-- Stickers and faults follow a post whose name this write changed. A sticker with the new name from before, of a post that was removed, stays
-- beside the one that comes: both hang somewhere, and both report for this post. But it is a leftover, as are the faults of that post: they
-- keep their name when this post is renamed again, so an Undo takes back what the rename moved, and what came since. All names of a write
-- change at once, as two posts may exchange theirs.
create function private.follow_post() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  names constant jsonb := (
    select jsonb_object_agg(r ->> 'was', r ->> 'is') from jsonb_array_elements(new.renames) r
    where (r ->> 'revision')::bigint = new.revision and r ->> 'post' is null and r ->> 'was' is not null and r ->> 'is' is not null);
  given constant text[] := array(select n.value from jsonb_each_text(names) n);
begin
  if names is null then return null; end if;
  -- the stickers first: a report holds its own until it stands
  perform from private.stickers s where s.site_id = new.site_id and (names ? s.post or s.post = any (given)) order by s.id for no key update;
  update private.stickers s
  set post = case when s.leftover then s.post else coalesce(names ->> s.post, s.post) end,
    leftover = s.post = any (given) and (s.leftover or not names ? s.post)
  where s.site_id = new.site_id and (names ? s.post or s.post = any (given)) and (s.ended_at is null or s.ended_at > now());
  update private.faults f
  set post = case when f.leftover then f.post else coalesce(names ->> f.post, f.post) end,
    leftover = f.post = any (given) and (f.leftover or not names ? f.post)
  where f.site_id = new.site_id and (names ? f.post or f.post = any (given));
  return null;
end $$;
create trigger move_post_along after update on public.carpost
  for each row when (new.renames is distinct from old.renames) execute function private.follow_post();

revoke all on function private.follow_post from public, anon, authenticated, service_role;
