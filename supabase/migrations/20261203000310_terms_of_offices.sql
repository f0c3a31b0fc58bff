-- Why: offices in Malaysia and Singapore type *pusuan*, *palang jem*, 罗厘, 闭路电视 and 打不开, and found nothing where a visit says the same in
-- other words (decisions §17). More words of meanings that are known, and more meanings.
set local lock_timeout = '5s';

-- Those of src/lib/search/field-terms.ts, which a test compares. The first word of a line is known and stands in one meaning only.
insert into private.field_terms (meaning, word)
select known.meaning, w from regexp_split_to_table(E'barrier penghadang 横杆 挡杆 栅栏\n'
  'lorry 罗厘\n'
  'loop 感应线圈 感应圈\n'
  'reader 读卡机\n'
  'card 感应卡 出入卡\n'
  'tag 贴纸\n'
  'motorcycle 摩多 摩托\n'
  'visitor 客人\n'
  'guard 看守员\n'
  'blackout 没电\n'
  'flood 积水\n'
  'rain 大雨 豪雨\n'
  '意外 车祸\n'
  'collision 撞车\n'
  'open 打不开 开不了\n'
  'close 关不上 关不了\n'
  'lower 降不下来 放不下来\n'
  'read 读不出\n'
  'camera 闭路电视\n'
  'lift 升降机\n'
  'ramp 斜坡\n'
  'parking 车位 停车位 泊车位\n'
  'fire 火患 消拯局\n'
  'alarm 警铃\n'
  'technician 师傅 技工\n'
  'quotation 估价\n'
  'management 管理公司\n'
  'committee 管委会\n'
  'owner 屋主\n'
  'tenant 房客\n'
  'belt sawat\n'
  'stuck jem\n'
  'surge pusuan\n'
  'slow lambat', E'\n') l (line)
  join private.field_terms known on known.word = split_part(l.line, ' ', 1), regexp_split_to_table(l.line, ' ') w
where w <> known.word;

insert into private.field_terms (meaning, word)
select newest.meaning + l.n, w from (select max(meaning) from private.field_terms) newest (meaning),
  regexp_split_to_table(E'windscreen windshield 挡风镜 挡风玻璃\n'
  'taxi teksi 德士\n'
  'cabinet kabinet 机箱 箱体\n'
  'manual 手动\n'
  'restart reboot 重启 重新启动\n'
  'crack cracked retak 裂开 裂缝\n'
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
  'smoke asap 冒烟', E'\n') with ordinality l (line, n),
  regexp_split_to_table(l.line, ' ') w;
analyze private.field_terms;
