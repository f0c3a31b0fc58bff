-- Why: one office writes barrier, another one palang and a third 栏杆, and each found only its own visits. Terms of the field find what the
-- other languages call the same, behind what has the typed words (decisions §17).
set local lock_timeout = '5s';

-- The words for one thing in English, Malay and Chinese: those of src/lib/search/field-terms.ts, which a test compares.
create table private.field_terms (meaning integer not null, word text collate "C" not null, primary key (word, meaning));
comment on table private.field_terms is 'Words of the field that mean the same in the three languages';
insert into private.field_terms (meaning, word)
select l.n, w from regexp_split_to_table(E'barrier boom palang 道闸 栏杆 闸杆 闸臂\n'
  'arm lengan palang 闸臂 闸杆 臂杆 杆臂\n'
  'gate pintu gerbang 闸门 大门\n'
  'lorry truck lori trak 罗里 货车 卡车\n'
  'loop gelung 地感 线圈\n'
  'reader pembaca 读卡器 阅读器\n'
  'card kad 卡 门禁卡 卡片\n'
  'tag sticker pelekat 标签 车贴\n'
  'vehicle car kenderaan kereta 车辆 汽车 轿车\n'
  'motorcycle motorbike motosikal 摩托车 电单车\n'
  'van 面包车\n'
  'visitor guest pelawat tetamu 访客\n'
  'resident penduduk penghuni 住户 居民\n'
  'guard pengawal 保安 警卫\n'
  'guardhouse pondok 岗亭 保安亭\n'
  'entrance entry masuk 入口 进口 进场\n'
  'exit keluar 出口 出场\n'
  'lane lorong 车道\n'
  'controller pengawal 控制器\n'
  'detector pengesan 检测器 探测器\n'
  'sensor penderia 传感器 感应器\n'
  'motor 电机 马达\n'
  'spring pegas 弹簧\n'
  'belt 皮带\n'
  'gearbox 变速箱 齿轮箱\n'
  'cable wire kabel wayar 电缆 电线 线缆\n'
  'power kuasa 电源 电力\n'
  'electricity elektrik 电力\n'
  'blackout outage 停电\n'
  'lightning petir kilat 雷击 闪电\n'
  'surge lonjakan 浪涌\n'
  'flood flooded banjir 水浸 淹水 水灾\n'
  'rain hujan 下雨 雨水\n'
  'stuck jammed tersekat 卡住 卡死\n'
  'broken patah 断裂 折断\n'
  'damage damaged rosak 损坏\n'
  'fault faulty rosak 故障\n'
  'repair fix baiki 维修 修理\n'
  'replace change ganti tukar 更换\n'
  'install pasang 安装\n'
  'adjust laras 调整 调校\n'
  'clean bersih cuci 清洁 清洗\n'
  'test uji 测试\n'
  'check inspect periksa semak 检查\n'
  'maintenance service servis selenggara 保养 维护\n'
  'monthly bulanan 每月 月度\n'
  'quarterly sukuan 每季 季度\n'
  'yearly annual tahunan 每年 年度\n'
  'weekly mingguan 每周\n'
  'emergency urgent kecemasan 紧急\n'
  'preventive pencegahan 预防\n'
  'open buka 打开 开启\n'
  'close tutup 关闭\n'
  'slow perlahan 缓慢\n'
  'collision knocked langgar perlanggaran 碰撞 撞到 撞击\n'
  'accident kemalangan 事故 意外\n'
  'noise noisy bising bunyi 噪音 异响\n'
  'screw bolt skru 螺丝 螺栓\n'
  'paint pengecatan 油漆\n'
  'light lamp lampu 灯 灯光\n'
  'camera cctv kamera 摄像头 摄像机\n'
  'plate plat 车牌\n'
  'door pintu 门\n'
  'lift elevator lif 电梯\n'
  'basement besmen 地下室 地库\n'
  'tower menara 大楼\n'
  'block blok 座\n'
  'parking carpark parkir 停车场 泊车\n'
  'road jalan 道路 马路\n'
  'ramp tanjakan 坡道\n'
  'network rangkaian 网络\n'
  'battery bateri 电池\n'
  'fuse fius 保险丝\n'
  'switch suis 开关\n'
  'antenna antena 天线\n'
  'software perisian 软件\n'
  'remote 遥控 遥控器\n'
  'server pelayan 服务器\n'
  'intercom interkom 对讲机\n'
  'technician juruteknik 技术员\n'
  'management pengurusan 管理处 管理层\n'
  'report laporan 报告\n'
  'photo picture gambar foto 照片\n'
  'invoice invois 发票\n'
  'quotation sebutharga 报价\n'
  'warranty jaminan waranti 保修\n'
  'contract kontrak 合同 合约\n'
  'contractor kontraktor 承包商\n'
  'offline terputus 离线\n'
  'delivery courier penghantaran kurier 送货 快递\n'
  'ambulance ambulans 救护车\n'
  'fire kebakaran bomba 火警 消防\n'
  'alarm penggera 警报\n'
  'key kunci 钥匙\n'
  'lock kunci 锁\n'
  'rust corrosion karat 生锈 锈蚀\n'
  'leak bocor 渗漏 漏水\n'
  'oil minyak 机油\n'
  'earthing grounding pembumian 接地\n'
  'reset 重置 复位\n'
  'complaint aduan 投诉\n'
  'training latihan 培训\n'
  'meeting mesyuarat 会议\n'
  'site tapak 站点 现场\n'
  'speed laju kelajuan 速度\n'
  'cover penutup 外壳 盖子\n'
  'hinge engsel 铰链\n'
  'height tinggi ketinggian 高度 限高\n'
  'access akses 门禁\n'
  'house rumah 房屋\n'
  'bus bas 巴士\n'
  'hit hentam 撞', E'\n') with ordinality l (line, n), regexp_split_to_table(l.line, ' ') w;
analyze private.field_terms;

-- The forms in a list: those of the word, behind a first word that only shows that there are some; or those of other terms, behind a dash.
create function private.listed_forms(list jsonb, of_terms boolean) returns text[]
language sql immutable parallel safe set search_path = ''
return (select case when of_terms then l.forms[l.dash + 1:] else l.forms[:l.dash - 1] end
  from (select f.forms, coalesce(array_position(f.forms, '-'), cardinality(f.forms) + 1) as dash
    from (select array(select jsonb_array_elements_text(list)) as forms) f) l);

-- The queries of the other terms for what a part of a search, or a form of it, means: of words their forms too that the portal sends, where
-- a visit has them, at most so many; of other scripts two characters by two. A single character is a part of too many words.
create function private.term_queries(part text, own text[], forms text[], most integer) returns text[]
language sql stable set search_path = ''
begin atomic
  with terms as materialized (select distinct b.word from private.field_terms a join private.field_terms b on b.meaning = a.meaning
    where (a.word = part or a.word = any (own) and private.may_be_form(part, a.word)) and b.word <> part and char_length(b.word) > 1),
  written as materialized (select distinct s.word, f.form from (select word as form from terms union select unnest(forms)) f
    cross join lateral (values (f.form), (f.form || 'nya')) w (form) join private.search_words s on s.word = w.form)
  select array(select private.query_lexeme(w.word, false) from (
      select word, bool_or(form in (select word from terms)) as is_term from written w
      where exists (select from terms t where t.word ~ '^[a-z]' and (t.word = w.form or private.may_be_form(t.word, w.form)))
      group by word) w
    order by not w.is_term, char_length(w.word), w.word limit most)
  || array(select '(' || string_agg(private.query_lexeme(substr(t.word, i, 2), false), ' & ' order by i) || ')'
    from terms t, generate_series(1, char_length(t.word) - 1) i where t.word !~ '^[a-z]' group by t.word order by t.word);
end;

drop function private.search_queries(text, jsonb);

-- Four queries of each part of a search: as other terms of the field too (`anywhere`), in every form (`own`), as it was typed or begins
-- (`prefix`), and as whole words (`whole`). A
-- part that another one follows is finished: of the words that begin with it, it finds those up to twice as long, or all where these are
-- more than twelve; behind a digit none. One character finds itself only, unless nothing else was typed.
create function private.search_queries(words text, forms jsonb, out typed text[], out anywhere text[], out own text[],
  out prefix text[], out whole text[])
language plpgsql stable set search_path = '' as $$
declare
  many constant integer := 12;
  neighbours constant text := '^(?:[a-z]{1,4} [0-9]{1,9}|[0-9]{1,9} [a-z]{1,2}|[0-9]{4} [0-9]{4})$';
  has_code constant text := '[0-9]{3}|[a-z][0-9]|[0-9][a-z]';
  parts text[];
  count integer;
  part text;
  code text;
  open boolean;
  others text[];
  pairs text[];
  as_prefix text;
  as_whole text;
  given jsonb := '{}';
begin
  perform private.check_forms(forms);
  parts := private.search_parts(words);
  count := cardinality(parts);
  typed := '{}'; anywhere := '{}'; own := '{}'; prefix := '{}'; whole := '{}';
  -- forms stand beside the blank-separated words, whose parts of letters and of other scripts they are forms of
  if jsonb_typeof(forms) = 'array' then
    select coalesce(jsonb_object_agg(w.word, w.own), '{}') into given from (
      select p.word, forms -> (t.n - 1)::integer as own
      from regexp_split_to_table(btrim(private.folded(words), E' \t\n\r'), '\s+') with ordinality t (text, n),
        lateral (select q as word from unnest(private.search_parts(t.text)) q where q ~ '^[a-z]{3,30}$' or q !~ E'^[\u0002a-z0-9]') p) w
    where jsonb_typeof(w.own) = 'array';
  end if;
  for n in 1 .. count loop
    part := parts[n];
    open := n = count and (count = 1 or part !~ '^[a-z0-9]$');
    others := '{}';
    code := null;
    if part ~ E'^\u0002' then
      part := substr(part, 2);
      as_whole := private.query_lexeme('#' || part, false);
      as_prefix := private.query_lexeme('#' || part, open);
    elsif part ~ '^[a-z0-9]+$' then
      as_whole := private.query_lexeme(part, false);
      as_prefix := private.query_lexeme(part, open);
      code := part;
      if not open and part ~ '^[a-z]{2,}$' then
        -- one probe of the index for each word, whatever the number of sites that have it, and at most 501: whoever adds visits adds words
        others := array(with recursive w (word) as (
            (select s.word from private.search_words s where s.word > part and s.word < part || '{' order by s.word limit 1)
            union all
            select (select s.word from private.search_words s where s.word > w.word and s.word < part || '{' order by s.word limit 1)
            from w where w.word is not null)
          select w.word from w where w.word is not null limit 501);
        -- above 500 nothing is left out: they are more than `many` in any case, so all words that begin with the part are asked for
        if cardinality(others) <= 500 then
          others := array(select o from unnest(others) o where char_length(o) <= 2 * char_length(part));
        end if;
        as_prefix := case when cardinality(others) > many then private.query_lexeme(part, true)
          else array_to_string(as_prefix || array(select private.query_lexeme(o, false) from unnest(others) o), ' | ') end;
        others := '{}';
      end if;
      if given ? part then
        -- Only the forms that stand in a visit, as ten words may bring two thousand forms that stand in none. The first form is the
        -- word itself. -nya: Malay, behind any noun or verb.
        others := array(select private.query_lexeme(f.form, false) from (
          select distinct s.word as form from unnest((private.listed_forms(given -> part, false))[2:]) g (form),
            lateral (values (g.form), (g.form || 'nya')) w (form) join private.search_words s on s.word = w.form
          where private.may_be_form(part, g.form)) f
          order by char_length(f.form), f.form limit greatest(4, 40 / count));
      end if;
    elsif part ~ '^[a-z0-9]' then
      pairs := private.joined_pairs(part);
      select string_agg(private.query_lexeme('=' || p.pair, false), ' & '),
        string_agg(private.query_lexeme('=' || p.pair, open and p.n = cardinality(pairs)), ' & ')
      into as_whole, as_prefix from unnest(pairs) with ordinality p (pair, n);
      code := case when part ~ '^[a-z0-9]+(?:[-/][a-z0-9]+)+$' then translate(part, '-/', '') end;
    else
      select string_agg(private.query_lexeme(substr(part, i, 2), char_length(part) = 1), ' & ') into as_whole
      from generate_series(1, greatest(char_length(part) - 1, 1)) i;
      as_prefix := as_whole;
    end if;
    if code ~ has_code then others := others || private.query_lexeme('#' || code, open); end if;
    if parts[n - 1] || ' ' || parts[n] ~ neighbours then
      others := others || private.query_lexeme('#' || parts[n - 1] || part, n = count);
    end if;
    if parts[n] || ' ' || parts[n + 1] ~ neighbours then
      others := others || private.query_lexeme('#' || part || parts[n + 1], n + 1 = count);
    end if;
    typed := typed || part;
    own := own || array_to_string(array['(' || as_prefix || ')'] || others, ' | ');
    if part ~ '^[a-z]{3,30}$' or part !~ '^[a-z0-9]' then
      others := others || private.term_queries(part, private.listed_forms(given -> part, false), private.listed_forms(given -> part, true),
        greatest(6, 48 / count));
    end if;
    whole := whole || as_whole;
    prefix := prefix || as_prefix;
    anywhere := anywhere || array_to_string(array['(' || as_prefix || ')'] || others, ' | ');
  end loop;
end $$;

-- The queries of search_queries, with those of the parts of a date as one: it is found as typed, or as the day, month, year or time of a
-- visit. dates: [[1, 2, "03-12"]] for *12 Mar*, which the portal reads in the three languages (src/lib/search/typed-dates.ts).
create function private.search_queries(words text, forms jsonb, dates jsonb, out typed text[], out anywhere text[], out own text[],
  out prefix text[], out whole text[])
language plpgsql stable set search_path = '' as $$
declare
  parts record;
  typed_date jsonb;
  last integer;
  n integer := 1;
begin
  select * into parts from private.search_queries(words, forms) q;
  perform private.check_dates(dates, cardinality(parts.typed));
  typed := parts.typed; anywhere := '{}'; own := '{}'; prefix := '{}'; whole := '{}';
  while n <= cardinality(typed) loop
    typed_date := case when jsonb_typeof(dates) = 'array' then (select d from jsonb_array_elements(dates) d where (d ->> 0)::integer = n) end;
    last := coalesce((typed_date ->> 1)::integer, n);
    anywhere := anywhere || concat_ws(' | ', private.all_parts(parts.anywhere[n:last]), private.query_lexeme('@' || (typed_date ->> 2), false));
    own := own || private.all_parts(parts.own[n:last]);
    prefix := prefix || private.all_parts(parts.prefix[n:last]);
    whole := whole || private.all_parts(parts.whole[n:last]);
    n := last + 1;
  end loop;
end $$;

-- The ranks of these visits, as search_visits says, for the queries of the parts and for what they look like when they follow each other.
create function private.rank_visits(anywhere text[], own text[], prefix text[], whole text[], phrase text, sites bigint[], tasks integer[])
returns table (site_id bigint, task_id integer, visited_at timestamptz, rank integer)
language plpgsql stable set search_path = '' as $$
declare
  titles_own constant tsquery[] := array(select private.with_mark(q, '!') from unnest(own) with ordinality _ (q, n) order by n);
  all_own constant tsquery[] := array(select private.with_mark(q, '') from unnest(own) with ordinality _ (q, n) order by n);
  titles constant tsquery[] := array(select private.with_mark(q, '!') from unnest(anywhere) with ordinality _ (q, n) order by n);
  titles_prefix constant tsquery[] := array(select private.with_mark(q, '!') from unnest(prefix) with ordinality _ (q, n) order by n);
  titles_whole constant tsquery[] := array(select private.with_mark(q, '!') from unnest(whole) with ordinality _ (q, n) order by n);
  all_prefix constant tsquery[] := array(select private.with_mark(q, '') from unnest(prefix) with ordinality _ (q, n) order by n);
  all_whole constant tsquery[] := array(select private.with_mark(q, '') from unnest(whole) with ordinality _ (q, n) order by n);
begin
  return query
    -- which parts the name of a site has
    with named as materialized (select n.site_id, array(select n.words @@ q from unnest(all_prefix) with ordinality _ (q, i) order by i) as has
      from private.site_words n)
    select w.site_id, w.task_id, w.visited_at, r.rank from unnest(sites, tasks) f (site_id, task_id)
    join private.visits v on v.site_id = f.site_id and v.task_id = f.task_id
    join private.visit_words w on w.site_id = f.site_id and w.task_id = f.task_id
    left join named n on n.site_id = f.site_id
    -- offset 0: unpacked once, not for each comparison. phrase is '%%' for a single word of letters, which has no order
    cross join lateral (select w.words || ''::tsvector as words,
      phrase = '%%' or private.folded(v.title || E'\n' || concat_ws(E'\n', v.text, v.ref)) like phrase as is_as_typed offset 0) l
    cross join lateral (select (2 * sum(case
        when l.words @@ titles_whole[i] then 0
        when l.words @@ titles_prefix[i] then 1
        when l.words @@ titles_own[i] then 2
        when n.has[i] or l.words @@ all_whole[i] then 3
        when l.words @@ all_prefix[i] then 4
        when l.words @@ all_own[i] then 5
        when l.words @@ titles[i] then 6
        else 7 end) + case when l.is_as_typed then 0 else 1 end)::integer as rank
      from generate_subscripts(titles, 1) i) r;
end $$;
