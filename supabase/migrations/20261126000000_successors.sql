-- Why: a key that was rotated hands its holder's drafts and waiting visits on (decisions §8). Who logs in with the new key is told which
-- one it replaced, and nobody else is.

-- A lock that is not had at once would make everybody wait who is logged in: better to fail, and to be tried again. Nothing else is
-- locked here: people lock these tables in different orders, so two of them at once may end in a deadlock.
set local lock_timeout = '5s';

alter table public.main add column successor_of bigint references public.main (id) on delete restrict;
comment on column public.main.successor_of is 'The key that this one replaced when that was rotated';
create index main_successor_of_idx on public.main (successor_of);

-- The keys that a key replaced, the last one first.
create function private.predecessors(of_key bigint) returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    with recursive replaced as (
      select m.successor_of as id from public.main m where m.id = of_key
      union select m.successor_of from public.main m join replaced r on r.id = m.id)
    select r.id from replaced r where r.id is not null order by r.id desc);
end $$;
revoke all on function private.predecessors(bigint) from public, anon, authenticated, service_role;
