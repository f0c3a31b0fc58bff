import en from 'virtual:guide-texts-en';
import ms from 'virtual:guide-texts-ms';
import zh from 'virtual:guide-texts-zh';
import { afterEach, describe, expect, it } from 'vitest';
import { prepareGuideSearch } from '../../../src/features/guide/guide-search.ts';
import { guideFiles } from '../../../src/features/guide/guides.ts';
import { languages, type LanguageCode } from '../../../src/lib/language/languages.ts';
import { setLanguage } from '../../../src/lib/language/translate.ts';

// Questions in people's own words, and the section that answers each: its guide and its number. The search opens the page on
// which that section starts in the guide of their language.

const texts = { en, ms, zh };

const names = {
  quick: 'quick-guide-for-adding-and-managing-users.pdf',
  stuck: 'troubleshooting-when-the-arm-is-stuck.pdf',
  portal: 'guide-to-using-this-portal.pdf',
  server: 'server-lan-setup-and-status-check.pdf',
  controller: 'controller-user-manual.pdf',
  dual: 'dual-door-interface-manual.pdf',
  multi: 'multi-door-interface-installation-manual.pdf',
} as const;

type Question = readonly [query: string, guide: keyof typeof names, ...sections: number[]];

const questions: Record<LanguageCode, readonly Question[]> = {
  en: [
    ['gate stuck open', 'stuck', 2],
    ['arm does not close', 'stuck', 2],
    ['the arm is stuck, what do I do?', 'stuck', 2],
    ['how to open the gate by hand', 'stuck', 3],
    ['hand crank', 'stuck', 3],
    ['power failure nobody can get out', 'stuck', 2, 3],
    ['can I lift the arm myself', 'stuck', 3, 4],
    ['power is back', 'stuck', 5],
    ['arm hit by a car', 'stuck', 2],
    ['how to add a tag', 'quick', 3],
    ['add a user', 'quick', 2],
    ['lost tag', 'quick', 7],
    ['resident moved out', 'quick', 7],
    ['where do I stick the tag on the windscreen', 'quick', 5],
    ['metallised glass', 'quick', 5],
    ['yearly audit of tags', 'quick', 8],
    ['which access group for a contractor', 'quick', 4],
    ['car sold', 'quick', 7],
    ['fire alarm', 'controller', 8],
    ['anti-passback', 'controller', 4],
    ['firmware update', 'controller', 9],
    ['what happens without the server', 'controller', 7],
    ['set ip address of controller', 'server', 3],
    ['after a storm', 'server', 8],
    ['link but no ping', 'server', 7],
    ['120 ohm termination', 'dual', 7],
    ['how do I wire the reader', 'dual', 4],
    ['loop inductance', 'multi', 7],
    ['earth resistance', 'multi', 5],
    ['how do I report a fault', 'portal', 6],
    // all of it is on one page
    ['power out, cars cannot leave', 'stuck', 2, 3, 5],
    ['the fees are not paid, block the tag', 'quick', 7],
  ],
  ms: [
    ['palang tersekat terbuka', 'stuck', 2],
    ['lengan tidak tutup', 'stuck', 2],
    ['macam mana nak buka palang dengan tangan', 'stuck', 3],
    ['engkol tangan', 'stuck', 3],
    ['tiada elektrik, tak boleh keluar', 'stuck', 2],
    ['boleh angkat lengan palang?', 'stuck', 3, 4],
    ['kuasa pulih', 'stuck', 5],
    ['lengan kena langgar kereta', 'stuck', 2],
    ['kad hilang', 'quick', 7],
    ['tag hilang', 'quick', 7],
    ['cara tambah tag', 'quick', 3],
    ['tambah pengguna', 'quick', 2],
    ['penghuni berpindah', 'quick', 7],
    ['di mana pasang tag pada cermin hadapan', 'quick', 5],
    ['cermin bersalut logam', 'quick', 5],
    ['audit tahunan', 'quick', 8],
    ['kumpulan akses kontraktor', 'quick', 4],
    ['kereta dijual', 'quick', 7],
    ['penggera kebakaran', 'controller', 8],
    ['anti-passback', 'controller', 4],
    ['kemas kini perisian tegar', 'controller', 9],
    ['tanpa pelayan', 'controller', 7],
    ['tetapkan alamat pengawal akses', 'server', 3],
    ['selepas ribut petir', 'server', 8],
    ['semakan lima minit', 'server', 6],
    ['perintang 120 ohm', 'dual', 7],
    ['pendawaian pembaca', 'dual', 4],
    ['kearuhan gelung', 'multi', 7],
    ['rintangan bumi', 'multi', 5],
    ['macam mana nak lapor kerosakan', 'portal', 6],
    ['yuran tidak dibayar, sekat pelekat', 'quick', 7],
    ['tiada elektrik, kereta tidak boleh keluar', 'stuck', 2, 3],
  ],
  zh: [
    ['道闸卡在打开位置', 'stuck', 2],
    ['闸杆不关', 'stuck', 2],
    ['断电了怎么办', 'stuck', 2],
    ['停电', 'stuck', 2],
    ['怎么手动打开道闸', 'stuck', 3],
    ['手摇柄', 'stuck', 3],
    ['可以抬闸杆吗', 'stuck', 3, 4],
    ['来电之后', 'stuck', 5],
    ['闸杆被撞', 'stuck', 2],
    ['标签丢失', 'quick', 7],
    ['门禁卡不见了', 'quick', 7],
    ['怎么添加标签', 'quick', 3],
    ['如何添加用户', 'quick', 2],
    ['住户搬走', 'quick', 7],
    ['标签贴在哪里', 'quick', 5],
    ['金属膜的玻璃', 'quick', 5],
    ['年度核对', 'quick', 8],
    ['承包商用什么权限组', 'quick', 4],
    ['卖车', 'quick', 7],
    ['火警', 'controller', 8],
    ['反潜回', 'controller', 4],
    ['更新固件', 'controller', 9],
    ['没有服务器时', 'controller', 7],
    ['设置控制器的地址', 'server', 3],
    ['雷雨之后', 'server', 8],
    ['五分钟检查', 'server', 6],
    ['120 ohm 电阻', 'dual', 7],
    ['读卡器接线', 'dual', 4],
    ['地感线圈电感', 'multi', 7],
    ['怎么报修', 'portal', 6],
    ['没交管理费，停用标签', 'quick', 7],
    ['停电了，车出不去', 'stuck', 2, 3],
  ],
};

/** The guide that comes first and its best page, with the section of this page. */
function answerTo(query: string, language: LanguageCode) {
  const { found } = prepareGuideSearch(guideFiles, texts)(query);
  const [best] = found;
  const [page] = best?.pages ?? [];
  const part = best && texts[language][best.file]?.find(({ heading }) => heading === page?.heading);
  return { file: best?.file, page: page?.page, section: part?.section };
}

function setReaderLanguage(language: LanguageCode): void {
  setLanguage(language, languages[language].locale, {});
}

afterEach(() => setReaderLanguage('en'));

describe.each(['en', 'ms', 'zh'] as const)('a question in the language %s', (language) => {
  const asked = questions[language].map(([query, guide, ...sections]) => ({ query, guide, sections }));
  it.each(asked)('$query', ({ query, guide, sections }) => {
    setReaderLanguage(language);
    const answer = answerTo(query, language);
    expect(answer.file).toBe(names[guide]);
    expect(sections).toContain(answer.section);
    const parts = texts[language][names[guide]]?.filter((part) => part.section === answer.section) ?? [];
    expect(parts.map(({ page }) => page)).toContain(answer.page);
  });
});

it('asks at least thirty questions in each language, each once', () => {
  for (const asked of Object.values(questions)) {
    expect(asked.length).toBeGreaterThanOrEqual(30);
    expect(new Set(asked.map(([query]) => query)).size).toBe(asked.length);
  }
});
