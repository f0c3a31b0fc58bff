-- Why: offices in Malaysia write *pusuan* and *tali sawat*, and clients *palang jem* and *lengan bengkok*, and found nothing where a visit
-- says the same in other words (decisions §17). More words of meanings that are known, and more meanings.
set local lock_timeout = '5s';

-- Those of src/lib/search/field-terms.ts, which a test compares. The first word of a line is known and stands in one meaning only.
insert into private.field_terms (meaning, word)
select known.meaning, w from regexp_split_to_table(E'barrier penghadang\n'
  'belt sawat\n'
  'stuck jem\n'
  'surge pusuan\n'
  'slow lambat', E'\n') l (line)
  join private.field_terms known on known.word = split_part(l.line, ' ', 1), regexp_split_to_table(l.line, ' ') w
where w <> known.word;

insert into private.field_terms (meaning, word)
select last.meaning + l.n, w from (select max(meaning) as meaning from private.field_terms) last,
  regexp_split_to_table(E'crack cracked retak 裂开 裂缝\n'
  'bend bent bengkok 弯曲 变形\n'
  'burn burnt terbakar hangus 烧坏 烧焦\n'
  'tree pokok dahan 树枝\n'
  'lizard gecko cicak 壁虎\n'
  'hump bonggol 减速带\n'
  'crank engkol 摇把\n'
  'seal sealant pengedap 密封\n'
  'button butang 按钮\n'
  'breaker pemutus 断路器\n'
  'voltage voltan 电压\n'
  'insulation penebatan 绝缘\n'
  'vibration shaking getaran gegar 震动 抖动\n'
  'theft stolen curi 被盗 偷\n'
  'dust habuk 灰尘\n'
  'smoke asap 冒烟', E'\n') with ordinality l (line, n), regexp_split_to_table(l.line, ' ') w;
analyze private.field_terms;
