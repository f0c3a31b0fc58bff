-- Why: a label says who has a key, and people change. An admin corrects it where it stands, instead of issuing another key.
set local lock_timeout = '5s';

-- Gives a key in use another label; its sessions go on. The change log has both labels.
create function private.set_key_label(key_id bigint, new_label text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access constant public.main := private.usable_key(key_id);
begin
  if new_label is distinct from access.label and private.label_ok(new_label) is not true then
    raise sqlstate 'PT422' using message = 'The label must be 1 to 120 characters of plain text', hint = 'label-refused';
  end if;
  update public.main m set label = new_label where m.id = key_id;
end $$;

create function public.set_key_label(key_id bigint, label text) returns void
  language sql volatile set search_path = '' return private.set_key_label(key_id, label);

revoke all on function private.set_key_label, public.set_key_label from public, anon, authenticated, service_role;
grant execute on function private.set_key_label, public.set_key_label to anon;
