import { isFieldTerm, piecesOfChinese } from '../../lib/search/field-terms.ts';

// Prepares questions for the search of the guides. In *how do I add a tag*, *macam mana nak tambah tag* and *标签怎么添加* some words only ask:
// they are left out of the search if other words remain. Chinese text without blanks is split into words. The field terms
// (`lib/search/field-terms.ts`) find the same thing in other languages; this file adds other words that people use for the same thing.

/** English and Malay words that only ask. */
const questionWords = new Set(
  `a about am any anyone can cannot could did does do get give happen happened happens help here how i if into is it its let me my myself need on our out should so someone
  still tell that there they thing this u up want was we what whats when where which who why will with would you your
  ada adakah akan anda apa apakah bagaimana bagi bila bolehkah buat cara dah dalam guna hendak itu ini jadi jika kalau kami kenapa kita la
  lagi macam mana mahu mengapa nak oleh pada perlu saya sebab siapa supaya tak tolong`.split(/\s+/u),
);

/** Matches the Chinese words that only ask. */
const chineseQuestionWords =
  /怎么办|怎么样|怎么|怎样|如何|为什么|为何|什么|请问|哪里|哪儿|多少|能不能|可不可以|可以|应该|需要|要|我们|我|能|吗|呢|啊|了|的|是|在|把|被|有|没|就|后|时/gu;

/** The word in lower case, without punctuation at its start and end. */
const plainWord = (word: string) => word.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** The query without the words that only ask, and with blanks between Chinese words. If no other words remain, the query itself. */
export function withoutQuestion(query: string): string {
  const spacedQuery = query.replaceAll(/\p{Script=Han}+/gu, (run) => {
    const remaining = run.replaceAll(chineseQuestionWords, ' ').trim();
    const pieces = remaining
      .split(' ')
      .filter(Boolean)
      .flatMap((piece) => piecesOfChinese(piece))
      .flatMap((piece) => pairsOf(piece));
    return ` ${(pieces.length > 0 ? pieces : [run]).join(' ')} `;
  });
  const words = spacedQuery.split(/\s+/u).filter(Boolean);
  const searchWords = words.filter((word) => !questionWords.has(plainWord(word)));
  if (searchWords.length === 0) return query;
  // a blank at the end means that the last word is complete; without it the search looks for words that begin with it
  return searchWords.join(' ') + (/\s$/u.test(query) ? ' ' : '');
}

/** The overlapping pairs of characters in Chinese text that is no field term, because a guide may contain only a part of it. */
function pairsOf(piece: string): string[] {
  const characters = Array.from(piece);
  if (characters.length < 3 || isFieldTerm(piece)) return [piece];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Words for the same thing, one group a line. */
const wordGroups = `
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

const groupByWord = new Map<string, readonly string[]>();
for (const words of wordGroups
  .trim()
  .split('\n')
  .map((line) => line.split(' ')))
  for (const word of words) groupByWord.set(word, words);

/**
 * The other words for the same thing, each with a blank at its end, which marks a finished word.
 * @param word a word of a query in the notation of `wordsOf`: a finished word has a blank at its end, and codes may follow after tabs
 */
export function otherWordsFor(word: string): string[] {
  const plain = word.split('\t', 1)[0]?.trimEnd() ?? '';
  return (groupByWord.get(plain) ?? []).filter((other) => other !== plain).map((other) => `${other} `);
}
