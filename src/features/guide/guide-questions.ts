import { isFieldTerm, piecesOfChinese } from '../../lib/search/field-terms.ts';

// How questions are asked of the guides. Words that only ask, as in *how do I add a tag*, *macam mana nak tambah tag* and *标签怎么添加*, are
// not compared where others remain, and what is asked in Chinese without blanks is taken apart. Beside the terms of the field
// (`lib/search/field-terms.ts`), which find the same thing in other languages, people have other words for what a guide is about.

const asking = new Set(
  `a about am any anyone can cannot could did does do get give happen happened happens help here how i if into is it its let me my myself need on our out should so someone
  still tell that there they thing this u up want was we what whats when where which who why will with would you your
  ada adakah akan anda apa apakah bagaimana bagi bila bolehkah buat cara dah dalam guna hendak itu ini jadi jika kalau kami kenapa kita la
  lagi macam mana mahu mengapa nak oleh pada perlu saya sebab siapa supaya tak tolong`.split(/\s+/u),
);

const chineseAsking =
  /怎么办|怎么样|怎么|怎样|如何|为什么|为何|什么|请问|哪里|哪儿|多少|能不能|可不可以|可以|应该|需要|要|我们|我|能|吗|呢|啊|了|的|是|在|把|被|有|没|就|后|时/gu;

const plainWord = (word: string) => word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** A question without the words that only ask, and with blanks between the Chinese words for which there are terms. */
export function withoutQuestion(query: string): string {
  const apart = query.replaceAll(/\p{Script=Han}+/gu, (run) => {
    const rest = run.replaceAll(chineseAsking, ' ').trim();
    const pieces = rest
      .split(' ')
      .filter(Boolean)
      .flatMap((piece) => piecesOfChinese(piece))
      .flatMap((piece) => pairsApart(piece));
    return ` ${(pieces.length > 0 ? pieces : [run]).join(' ')} `;
  });
  const words = apart.split(/\s+/u).filter(Boolean);
  const needed = words.filter((word) => !asking.has(plainWord(word)));
  if (needed.length === 0) return query;
  // a word that is still typed stays one
  return needed.join(' ') + (/\s$/u.test(query) ? ' ' : '');
}

/** A run of Chinese that is no term, two characters by two: a part of it may be what a guide says. */
function pairsApart(piece: string): string[] {
  const characters = Array.from(piece);
  if (characters.length < 3 || isFieldTerm(piece)) return [piece];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const lines = `
tag card sticker kad pelekat 标签 门禁卡 卡片
add enrol register new tambah daftar baharu 添加 新增 登记 注册
delete remove deactivate cancel block suspend padam batal nyahaktif sekat 删除 停用
fees fee arrears unpaid paid dues yuran tunggakan bayaran 管理费 欠费 费用
leave out exit keluar 离开 出去
resident tenant user people penghuni pengguna 住户 用户
stuck jammed tersekat sangkut 卡住 卡死
moved berpindah pindah 搬离 搬走 搬家
windscreen glass cermin 挡风镜 玻璃
stick fit attach lekat pasang 粘贴 贴
`;

const others = new Map<string, readonly string[]>();
for (const words of lines
  .trim()
  .split('\n')
  .map((line) => line.split(' ')))
  for (const word of words) others.set(word, words);

/** What people say as well for a word of a query, as `wordsOf` writes it. */
export function otherWordsFor(word: string): string[] {
  const typed = word.split('\t', 1)[0]?.trimEnd() ?? '';
  return (others.get(typed) ?? []).filter((other) => other !== typed).map((other) => `${other} `);
}
