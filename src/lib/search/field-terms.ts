// Rule (`decisions §17`): a technical term also finds its translations: *palang* finds *barrier* and *栏杆*. Each line has the words for one
// thing in English, Malay and Chinese, from `.github/glossary.md` and from what people write besides.
// - Each term is a single word, because a query of several words is searched word by word: *kad akses* finds *card* and *access*.
// - A word with several meanings is in several lines: *pengawal* means *guard* and *controller*.
// - A single Chinese character may be typed to find the other words of its line, but is never searched for itself, because it is a part
//   of many other words.
// - A word that means something else in another language is left out: Malay *air* is *water*, and *cat* is *paint*.
// The database has the same lines (`private.field_terms`); a test compares them.

const lines = `
barrier boom palang boomgate penghadang 道闸 栏杆 闸杆 闸臂 起落杆 拦杆 杆子 道閘 閘桿 横杆 挡杆 栅栏
arm lengan palang 闸臂 闸杆 臂杆 杆臂 杆子 閘桿
gate pintu gerbang autogate 闸门 大门 闸口 閘門
lorry truck lori trak 罗里 货车 卡车 羅里 貨車 罗厘
loop gelung 地感 线圈 感应线圈 感应圈
reader pembaca 读卡器 阅读器 讀卡器 读卡机
card kad 卡 门禁卡 卡片 门卡 門卡 感应卡 出入卡
tag sticker pelekat 标签 车贴 贴纸
vehicle car kenderaan kereta veh 车辆 汽车 轿车 車輛
motorcycle motorbike motosikal 摩托车 电单车 摩哆 摩多 摩托
van 面包车
visitor guest pelawat tetamu 访客 訪客 客人
resident penduduk penghuni 住户 居民
guard pengawal security jaga 保安 警卫 保安员 守卫 看守员
guardhouse pondok 岗亭 保安亭 警卫亭 保安室
entrance entry masuk 入口 进口 进场
exit keluar 出口 出场
lane lorong 车道
controller pengawal 控制器
detector pengesan 检测器 探测器
sensor penderia 传感器 感应器
motor 电机 马达 摩打 馬達 電機
spring pegas 弹簧 彈簧
belt sawat 皮带
gearbox 变速箱 齿轮箱
cable wire kabel wayar 电缆 电线 线缆
power kuasa 电源 电力
electricity elektrik power 电力
blackout outage 停电 断电 跳电 没电
lightning petir kilat 雷击 闪电
surge lonjakan pusuan 浪涌
flood flooded banjir 水浸 淹水 水灾 积水
rain hujan 下雨 雨水 大雨 豪雨
stuck jammed tersekat sangkut tersangkut jem 卡住 卡死 卡在
broken patah 断裂 折断
damage damaged rosak 损坏
fault faulty rosak breakdown 故障 毛病
repair fix baiki 维修 修理 修好 修复 修
replace change ganti tukar swap 更换 替换 换掉 换 換
install pasang 安装 装
adjust laras 调整 调校
clean bersih cuci 清洁 清洗 洗
test uji 测试
check inspect periksa semak 检查 檢查
maintenance service servis selenggara mtce maint maintainance svc 保养 维护 保養
monthly bulanan 每月 月度
quarterly sukuan 每季 季度
yearly annual tahunan 每年 年度
weekly mingguan 每周
emergency urgent kecemasan 紧急 抢修
preventive pencegahan 预防
open buka 打开 开启 打不开 开不了
close tutup 关闭 关不上 关不了
slow perlahan lambat 缓慢
collision knocked langgar perlanggaran accident hit crash kemalangan 碰撞 撞到 撞击 撞断 撞坏 撞车
accident kemalangan 事故 意外 车祸
noise noisy bising bunyi 噪音 异响 噪声
screw bolt skru 螺丝 螺栓
paint pengecatan 油漆
light lamp lampu 灯 灯光
camera cctv kamera 摄像头 摄像机 镜头 闭路电视
plate plat 车牌 車牌
door pintu 门
lift elevator lif 电梯 升降机
basement besmen 地下室 地库
tower menara 大楼
block blok 座
parking carpark parkir 停车场 泊车 车位 停车位 泊车位
road jalan 道路 马路
ramp tanjakan 坡道 斜坡
network rangkaian 网络
battery bateri batt 电池 蓄电池
fuse fius 保险丝
switch suis 开关
antenna antena 天线
software perisian 软件
remote 遥控 遥控器
server pelayan 服务器
intercom interkom 对讲机
technician juruteknik 技术员 师傅 技工
management pengurusan 管理处 管理层 管理公司
report laporan 报告
photo picture gambar foto 照片
invoice invois 发票
quotation sebutharga quote qtn harga 报价 报价单 估价
warranty jaminan waranti 保修
contract kontrak 合同 合约
contractor kontraktor 承包商
offline terputus 离线
delivery courier penghantaran kurier 送货 快递
ambulance ambulans 救护车
fire kebakaran bomba 火警 消防 火患 消拯局
alarm penggera 警报 警铃
key kunci 钥匙
lock kunci 锁
rust corrosion karat 生锈 锈蚀
leak bocor 渗漏 漏水
oil minyak 机油
earthing grounding pembumian 接地
reset 重置 复位
complaint aduan 投诉
training latihan 培训
meeting mesyuarat 会议
site tapak 站点 现场
speed laju kelajuan 速度
cover penutup 外壳 盖子
hinge engsel 铰链
height tinggi ketinggian 高度 限高
access akses 门禁
house rumah 房屋
bus bas 巴士
hit hentam 撞
broken spoil spoilt faulty rosak 坏了 坏掉 坏
new baru 全新 新
lost missing hilang 丢失 遗失 不见 丢
not cannot tak tidak 无法 不能 不到
rise raise naik 升起 抬起 升不起来
lower drop turun 落下 放下 降下 降不下来 放不下来
move gerak 移动
read baca 读取 读不到 读不出
rat tikus 老鼠
police polis 警察 警方 报警
insurance insurans takaful 保险
claim tuntutan 索赔
committee jawatankuasa 委员会 委员 管委会
owner pemilik 业主 屋主
tenant penyewa 租户 租客 房客
grease lubricate gris pelincir 润滑 上油
tighten ketat 拧紧 紧固
weld kimpal 焊接
capacitor kapasitor 电容
relay geganti 继电器
photocell infrared inframerah 红外线 光电
board papan 电路板 主板
lpr anpr 车牌识别
pole tiang 柱子 立柱
trip tripped 跳闸 跳电
wet basah 潮湿
loose longgar 松动 松脱
ant semut 蚂蚁
sound voice suara 声音
windscreen windshield 挡风镜 挡风玻璃
taxi teksi 德士
cabinet kabinet 机箱 箱体
manual 手动
restart reboot 重启 重新启动
crack cracked retak 裂开 裂缝
bend bent bengkok 弯曲 变形
burn burnt terbakar hangus 烧坏 烧焦
tree pokok dahan 树枝
lizard gecko cicak 壁虎
hump bonggol 减速带
crank engkol 摇把
seal sealant pengedap 密封
button butang 按钮
breaker pemutus 断路器
voltage voltan 电压
insulation penebatan 绝缘
vibration shaking getaran gegar 震动 抖动
theft stolen curi 被盗 偷
dust habuk 灰尘
smoke asap 冒烟
`;

/** For each thing, the words for it in all languages. */
export const fieldTerms: readonly (readonly string[])[] = lines
  .trim()
  .split('\n')
  .map((line) => line.split(' '));

/** For each term, the lines that contain it. */
const meaningsOf = new Map<string, (readonly string[])[]>();
for (const terms of fieldTerms)
  for (const term of terms) meaningsOf.set(term, [...(meaningsOf.get(term) ?? []), terms]);

/** Whether a term may be searched for, which a single Chinese character may not. */
const isSearchable = (term: string) => term.length > 1;

/** The other terms for a word of a query. @param words the word, followed by its other forms */
export function otherTerms(words: readonly string[]): string[] {
  const terms = words.flatMap((word) => meaningsOf.get(word) ?? []).flat();
  return [...new Set(terms)].filter((term) => term !== words[0] && isSearchable(term));
}

/** How many characters the longest Chinese term has. */
const longestChineseLength = Math.max(
  ...fieldTerms
    .flat()
    .filter((term) => !/^[a-z]/u.test(term))
    .map((term) => term.length),
);

/** Chinese characters that only join words: `坏了的闸杆` is 坏了 and 闸杆. */
const particles = new Set('的了在被把和');

/** The longest term that begins at this index of a text; null if there is none. */
function termAt(text: string, start: number): string | null {
  for (let length = longestChineseLength; length > 0; length -= 1) {
    const term = text.slice(start, start + length);
    if (term.length === length && meaningsOf.has(term)) return term;
  }
  return null;
}

/** Puts blanks between the terms of a run of Chinese of terms and particles only: `道闸故障` -> `道闸 故障`. Returns others as they are. */
function termsApart(run: string): string {
  const terms: string[] = [];
  for (let start = 0; start < run.length;) {
    const term = termAt(run, start);
    if (term === null && !particles.has(run.charAt(start))) return run;
    if (term !== null) terms.push(term);
    start += term?.length ?? 1;
  }
  return terms.length > 0 ? terms.join(' ') : run;
}

/** Puts blanks between the terms of each run of three or more Chinese characters that has only terms and particles, which are left out. */
export function withTermsApart(text: string): string {
  return text.replaceAll(/\p{Script=Han}{3,}/gu, termsApart);
}

/** Whether a whole text is a term. */
export const isFieldTerm = (text: string): boolean => meaningsOf.has(text);

/** Divides a run of Chinese into its terms and the texts between them. */
export function piecesOfChinese(run: string): string[] {
  const pieces: string[] = [];
  let between = '';
  const finish = () => {
    if (between !== '') pieces.push(between);
    between = '';
  };
  for (let start = 0; start < run.length;) {
    const term = termAt(run, start);
    if (term === null || !isSearchable(term)) between += run.charAt(start);
    else {
      finish();
      pieces.push(term);
    }
    start += term !== null && isSearchable(term) ? term.length : 1;
  }
  finish();
  return pieces;
}
