-- Why: the visits of one week at one post and one way through the gate, as the police ask for, are looked for in all visits too. So the
-- search takes a range of days, a post as titles name it, and a direction. Which posts a title names is a rule that takes a
-- millisecond for each title (src/records/task/post-visits.ts has it as well, and a test compares both): a table has its results.
set local lock_timeout = '5s';

-- The words, numbers and Chinese characters of a title or of the name of a post, in four lists. `kinds`: word, number, han. `texts`: as
-- names are compared. `gaps`: what stands before each. `post` is NULL for a title.
create type private.post_form as (post text, texts text[], raws text[], kinds text[], gaps text[]);

-- 十一 as 11; a numeral of another shape as it is.
create function private.numeral_text(numeral text) returns text
language sql immutable parallel safe set search_path = ''
return (select case when char_length(p.tens) > 1 or char_length(p.units) > 1 then numeral else
    (case when p.is_ten then 10 * case when p.tens = '' then 1 else strpos('一二三四五六七八九', p.tens) end else 0 end
    + case when p.units = '' then 0 else strpos('一二三四五六七八九', p.units) end)::text end
  from (select case when n.is_ten then split_part(numeral, '十', 1) else '' end as tens,
    case when n.is_ten then split_part(numeral, '十', 2) else numeral end as units, n.is_ten
    from (select strpos(numeral, '十') > 0 as is_ten) n) p);

create function private.title_form(title text, post text) returns private.post_form
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  -- letters and marks of all scripts but Chinese: of what is no ASCII, all that is neither a sign nor a space
  letter constant text := 'A-Za-z\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u1FFF\u2C00-\u2DFF\u3041-\u312F\uA000-\uDFFF';
  han constant text := '\u3005\u3007\u3400-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF';
  shape constant text := format('([^0-9%1$s%2$s]*)([一二三四五六七八九十]+|[%2$s]|(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])|[0-9]+)(?:\.[0-9]+)*(?:\s?[%%°])?|[%1$s]+)',
    letter, han);
  form private.post_form;
begin
  select post, array_agg(case
      when k.kind = 'word' then coalesce(s.same, w.word)
      when k.kind = 'han' then t.raw
      when t.raw ~ '^[0-9]' then regexp_replace(t.raw, '^0+(?=[0-9])', '')
      else private.numeral_text(t.raw) end order by t.n),
    array_agg(t.raw order by t.n), array_agg(k.kind order by t.n), array_agg(t.gap order by t.n) into form
  from (select m[1] as gap, m[2] as raw, n from regexp_matches(translate(normalize(title, nfkc), '‐–', '--'), shape, 'g') with ordinality _ (m, n)) t
  cross join lateral (select case when t.raw ~ '^[0-9一二三四五六七八九十]' then 'number' when t.raw ~ format('^[%s]', han) then 'han' else 'word' end as kind) k
  cross join lateral (select case when k.kind = 'word' then private.folded(t.raw) end as word) w
  left join (values ('menara', 'tower'), ('blok', 'block'), ('blk', 'block'), ('pos', 'post'), ('pintu', 'gate'), ('lorong', 'lane'),
    ('besmen', 'basement'), ('aras', 'level'), ('tingkat', 'level')) s (malay, same) on s.malay = w.word;
  return form;
end $$;

-- What stands between two tokens, without spaces.
create function private.gap_mark(gap text) returns text
language sql immutable parallel safe set search_path = '' return regexp_replace(gap, '\s+', '', 'g');

-- Whether a token is a number or one letter, as in P1 and Tower B.
create function private.is_post_code(text text, kind text) returns boolean
language sql immutable parallel safe set search_path = ''
return case kind when 'number' then text ~ '^[0-9]+$' when 'word' then char_length(text) = 1 else false end;

-- A form of these two, one behind the other.
create function private.joined_forms(a private.post_form, b private.post_form) returns private.post_form
language sql immutable parallel safe set search_path = ''
return row((a).post, (a).texts || (b).texts, (a).raws || (b).raws, (a).kinds || (b).kinds, (a).gaps || (b).gaps)::private.post_form;

-- All the ways to write the posts of a site: the names; of a name that begins with a code (P1, Tower B) the code, where no other post has
-- it, and its Chinese; of a name that is only a code or a way, with a word before it.
create function private.post_forms(posts text[]) returns private.post_form[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  han_behind constant jsonb := '{"tower": ["座", "栋", "棟", "塔"], "block": ["座", "栋", "棟"], "post": ["岗", "崗", "号岗", "號崗"],
    "gate": ["门", "門", "号门", "號門", "号闸", "號閘"]}';
  forms private.post_form[] := '{}';
  names constant private.post_form[] := array(select private.title_form(p, p) from unnest(posts) with ordinality _ (p, n) order by n);
  heads private.post_form[] := '{}';
  name private.post_form;
  head private.post_form;
  word text;
  behind text[];
begin
  foreach name in array names loop
    head := null;
    if cardinality(name.texts) > 1 and name.kinds[1] = 'word' and private.is_post_code(name.texts[2], name.kinds[2])
      and (name.kinds[2] = 'number' or name.raws[2] = upper(name.raws[2]) and name.gaps[2] <> '')
      and not (cardinality(name.texts) > 2 and name.gaps[3] = '' and name.kinds[3] <> 'han')
      and private.gap_mark(name.gaps[2]) in ('', '-', '.', '_', '#') then
      head := row(name.post, name.texts[:2], name.raws[:2], name.kinds[:2], name.gaps[:2])::private.post_form;
    end if;
    heads := heads || head;
  end loop;
  for n in 1 .. cardinality(names) loop
    name := names[n];
    head := heads[n];
    continue when name.texts is null;
    behind := '{}';
    if cardinality(name.texts) = 1 and (private.is_post_code(name.texts[1], name.kinds[1]) or name.texts[1] in ('in', 'out', 'masuk', 'keluar')) then
      name.gaps := array[' '];
      foreach word in array case when name.kinds[1] = 'number' then array['p', 'post', 'gate', 'lane']
        else array['post', 'gate', 'lane', 'tower', 'block', '岗', '崗', '亭', '门', '門', '闸', '閘', '塔'] end loop
        forms := forms || private.joined_forms(private.title_form(word, name.post), name);
      end loop;
      behind := array(select distinct h from jsonb_each(han_behind) b, jsonb_array_elements_text(b.value) h);
    else
      forms := forms || name;
      if head.texts is not null and not exists (select from unnest(heads) with ordinality h where h.ordinality <> n and h.texts = head.texts) then
        forms := forms || head;
        behind := array(select h from jsonb_array_elements_text(coalesce(han_behind -> head.texts[1], '[]')) h);
        name := row(head.post, head.texts[2:], head.raws[2:], head.kinds[2:], array[''])::private.post_form;
      end if;
    end if;
    name.gaps := array[''];
    foreach word in array behind loop
      -- behind a number 座 counts: 2座道闸 are two gates
      continue when name.kinds[1] = 'number' and char_length(word) = 1;
      forms := forms || private.joined_forms(name, private.title_form(word, name.post));
    end loop;
  end loop;
  return forms;
end $$;

-- Whether a phrase ends before this index of a title: P1, 2: arms, but not P1, 2 arms, 10:30 or 2-way.
create function private.ends_phrase(title private.post_form, index integer) returns boolean
language sql immutable parallel safe set search_path = ''
return case
  when index > cardinality((title).texts) then true
  when (title).kinds[index] = 'number' and (title).gaps[index] !~ '\s' then false
  else (title).gaps[index] ~ '[.:;,!?()。|]|\s-\s' end;

-- Whether a form stands at an index of a title, between word boundaries: sure, doubtful or none. A doubtful form names no post, and neither
-- does a name within it.
create function private.form_fit(title private.post_form, start integer, form private.post_form) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  length constant integer := cardinality(form.texts);
  last constant integer := start + length - 1;
  next constant integer := start + length;
  has_next constant boolean := next <= cardinality(title.texts);
  mark text;
  fit text := 'sure';
begin
  if title.texts[start:last] <> form.texts then return 'none'; end if;
  -- parts of one word, as in P12a
  if start > 1 and title.gaps[start] = '' and title.kinds[start - 1] <> 'han' and title.kinds[start] <> 'han' then return 'none'; end if;
  if has_next and title.gaps[next] = '' and title.kinds[last] <> 'han' and title.kinds[next] <> 'han' then return 'none'; end if;
  -- the article in: tower a second time
  if title.texts[last] = 'a' and title.raws[last] <> upper(title.raws[last]) and has_next and private.gap_mark(title.gaps[next]) = '' then return 'none'; end if;
  -- one Chinese character within a longer word
  if length = 1 and title.kinds[start] = 'han' and (start > 1 and title.kinds[start - 1] = 'han' and title.gaps[start] = ''
    or has_next and title.kinds[next] = 'han' and title.gaps[next] = '') then return 'none'; end if;
  -- a way ends a phrase, or has the capitals of the name before a word without: Gate 1 In reader, not Gate 1 In Order
  if title.texts[last] in ('in', 'out', 'masuk', 'keluar') and has_next and not private.ends_phrase(title, next)
    and private.gap_mark(title.gaps[next]) not in ('/', '&') then
    if title.texts[next] in ('of', 'order', 'service', 'use', 'a', 'the', 'for')
      or not (title.kinds[next] = 'han' or title.kinds[next] = 'word' and title.raws[next] = lower(title.raws[next]))
      or private.gap_mark(title.gaps[next]) <> '' or title.raws[last] <> form.raws[length]
      or title.raws[last] = lower(title.raws[last]) then return 'none'; end if;
  end if;
  for i in 2 .. length loop
    mark := private.gap_mark(title.gaps[start + i - 1]);
    continue when mark in ('', '_', '#', private.gap_mark(form.gaps[i]));
    if title.gaps[start + i - 1] not in ('-', '.') then return 'none'; end if;
    if length <> 2 or not private.is_post_code(form.texts[i], form.kinds[i]) then fit := 'doubtful'; end if;
  end loop;
  return fit;
end $$;

-- What joins the token at this index of a title to what stands before it, and where it goes on; NULLs for nothing.
create function private.title_joint(title private.post_form, index integer, out joint text, out next integer)
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  mark text;
begin
  if index > cardinality(title.texts) then return; end if;
  mark := private.gap_mark(title.gaps[index]);
  joint := case when title.texts[index] in ('and', 'dan', '和', '及') then 'list' when title.texts[index] in ('hingga', '至', '到') then 'range' end;
  if joint is not null and index < cardinality(title.texts) and private.gap_mark(title.gaps[index + 1]) = '' and mark in ('', ',') then
    next := index + 1;
  else
    joint := case when mark in (',', '&', ',&', '、') then 'list' when mark = '/' then 'slash' when mark in ('-', '~') then 'range' end;
    next := case when joint is not null then index end;
  end if;
end $$;

-- The order of a code among those behind the same word.
create function private.code_order(text text, kind text) returns numeric
language sql immutable parallel safe set search_path = '' return case kind when 'number' then text::numeric else ascii(text) end;

-- The posts with a code from one to another, either way round, behind the same word.
create function private.posts_between(forms private.post_form[], word text, kind text, a text, b text) returns text[]
language sql immutable parallel safe set search_path = ''
return array(select f.post from unnest(forms) f
  where cardinality(f.texts) = 2 and f.kinds[1] = 'word' and f.texts[1] = word and f.kinds[2] = kind and private.is_post_code(f.texts[2], f.kinds[2])
    and private.code_order(f.texts[2], kind) between least(private.code_order(a, kind), private.code_order(b, kind))
      and greatest(private.code_order(a, kind), private.code_order(b, kind)));

-- The posts of 2 and 3 in P1, 2, 3 and P1-3. A number without its word names a post only where it can be nothing else: all codes of
-- the list are posts in rising order, one kind of joint is used, and the phrase ends there.
create function private.posts_behind(title private.post_form, start integer, forms private.post_form[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  word constant text := title.texts[start];
  kind constant text := title.kinds[start + 1];
  is_padded constant boolean := char_length(title.raws[start + 1]) > 1 and title.raws[start + 1] like '0%';
  item integer := start + 1;
  before text;
  joints text[] := '{}';
  found text[] := '{}';
  own text[];
  j record;
begin
  loop
    j := private.title_joint(title, item + 1);
    exit when j.joint is null or title.kinds[j.next] <> kind
      -- a decimal or a sum is an item too, which is no post and makes the list unsure
      or j.next < cardinality(title.texts) and title.gaps[j.next + 1] = '' and title.kinds[j.next] <> 'han' and title.kinds[j.next + 1] <> 'han'
      or kind = 'word' and not (private.is_post_code(title.texts[j.next], kind) and title.raws[j.next] = upper(title.raws[j.next]));
    before := title.texts[item];
    item := j.next;
    joints := joints || j.joint;
    if joints[1] <> j.joint or j.joint = 'range' and cardinality(joints) > 1
      or not private.is_post_code(title.texts[item], kind)
      or private.code_order(before, kind) >= private.code_order(title.texts[item], kind)
      or not is_padded and char_length(title.raws[item]) > 1 and title.raws[item] like '0%' then return '{}'; end if;
    own := private.posts_between(forms, word, kind, title.texts[item], title.texts[item]);
    if cardinality(own) = 0 then return '{}'; end if;
    found := found || own;
  end loop;
  if cardinality(joints) = 0 or not (private.ends_phrase(title, item + 1) or kind = 'word' and title.gaps[item + 1] ~ '^\s+$') then return '{}'; end if;
  return case joints[1] when 'range' then private.posts_between(forms, word, kind, title.texts[start + 1], title.texts[item]) else found end;
end $$;

-- The posts that a title names, of those with these forms: by themselves (of names that overlap only the longest), from one to another
-- (P1-P3; of a chain, P1-P3-P10, only what is written), and by codes alone behind one.
create function private.posts_in(title text, forms private.post_form[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  tokens constant private.post_form := private.title_form(left(title, 1000), null);
  size constant integer := coalesce(cardinality(tokens.texts), 0);
  takers integer[] := array_fill(0, array[size]);
  takers_key text[] := array_fill(''::text, array[size]);
  named text[] := '{}';
  starts integer[] := '{}';
  lengths integer[] := '{}';
  coded boolean[] := '{}';
  nexts integer[];
  key text;
  j record;
  m record;
begin
  for m in
    select f.post, f.texts, f.kinds, i as start, cardinality(f.texts) as length, private.form_fit(tokens, i, f.*::private.post_form) as fit
    from generate_series(1, size) i, unnest(forms) f
    where f.texts[1] = tokens.texts[i] and f.texts = tokens.texts[i : i + cardinality(f.texts) - 1]
    order by 5 desc, 4
  loop
    continue when m.fit = 'none';
    key := array_to_string(m.texts, ' ');
    -- names that differ only in capitals or accents share a position
    continue when exists (select from generate_series(m.start, m.start + m.length - 1) p
      where takers[p] > 0 and not (takers[p] = m.start and takers_key[p] = key));
    for p in m.start .. m.start + m.length - 1 loop
      takers[p] := m.start;
      takers_key[p] := key;
    end loop;
    continue when m.fit <> 'sure';
    named := named || m.post;
    starts := starts || m.start;
    lengths := lengths || m.length;
    coded := coded || (m.length = 2 and m.kinds[1] = 'word' and private.is_post_code(m.texts[2], m.kinds[2]));
  end loop;
  if not true = any (coded) then return array(select distinct n from unnest(named) n); end if;
  -- nexts: the mention that each one is joined to as a range
  nexts := array_fill(null::integer, array[cardinality(starts)]);
  for n in 1 .. cardinality(starts) loop
    j := private.title_joint(tokens, starts[n] + lengths[n]);
    if j.joint = 'range' then nexts[n] := array_position(starts, j.next); end if;
  end loop;
  for n in 1 .. cardinality(starts) loop
    continue when not coded[n];
    if nexts[n] is not null and coded[nexts[n]] and nexts[nexts[n]] is null and not coalesce(n = any (nexts), false)
      and tokens.texts[starts[n]] = tokens.texts[starts[nexts[n]]] and tokens.kinds[starts[n] + 1] = tokens.kinds[starts[nexts[n]] + 1] then
      named := named || private.posts_between(forms, tokens.texts[starts[n]], tokens.kinds[starts[n] + 1], tokens.texts[starts[n] + 1],
        tokens.texts[starts[nexts[n]] + 1]);
    end if;
    named := named || private.posts_behind(tokens, starts[n], forms);
  end loop;
  return array(select distinct n from unnest(named) n);
end $$;
