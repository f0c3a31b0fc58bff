import type { LanguageCode } from '../../../src/lib/language/languages.ts';
import type { MaintenanceForm } from '../../../src/records/maintenance-form/maintenance-form.ts';

// The texts that people would enter in the two sample documents, in each language. The portal's catalogues have the texts of the layout.

type TaskName = keyof MaintenanceForm['tasksPerformed'];

interface SampleWords {
  /** At the foot of each page. */
  foot: string;
  location: string;
  tasks: Record<TaskName, string>;
  issueDetails: string;
  recommendedAction: string;
  conclusion: string;
  staffNumber: string;
  /** Titles and texts of the visits by their ids. The demo's own are used for visits that are not listed. */
  visits: Readonly<Record<number, { title: string; text: string }>>;
  /** The translations of words in the form's descriptions of the equipment. */
  equipment: readonly (readonly [english: string, translation: string])[];
}

export const sampleWords: Record<LanguageCode, SampleWords> = {
  en: {
    foot: 'Sample with invented data',
    location: 'P1 Main Gate, entrance and exit',
    tasks: {
      visualInspection:
        'Arm straight, end cap in place. Housing dry, lock and seal in order, anchor bolts tight. Photocell lens cleaned.',
      gateCycleTest:
        '10 cycles, mean 3.1 s (limit 4.0 s), no noise. Manual release works. Arm stays at 45 degrees. Counter 1,184,220.',
      rfidReaderTest: 'Test tag read at 6.5 m (limit 5.0 m). No cross-read from the next lane. Antenna clean.',
      subAccessControllerTest: 'Address 2 and 3 online, relays click, test event at the server with the right time.',
      loopDetectorTest:
        'L1 128 uH, L2 131 uH. Insulation 56 Mohm at 500 V DC (limit 10 Mohm). Arm reverses over the safety loop.',
      cleaningTightening:
        'Cleaned, terminals tightened, SPD windows green, AVR 231.6 V in, 230.2 V out. The 24 V supply falls to 23.2 V while the arm lifts.',
    },
    issueDetails:
      'Lane in good order. The 24 V drive supply of the entrance falls to 23.2 V under load (24.1 V at the last visit): it is ageing. No fault was logged since 26 February.',
    recommendedAction:
      'Replace the 24 V power supply of the entrance lane at the next visit on 23 April 2026. Priority medium, covered by the contract.',
    conclusion: 'Safe to use. On site 09:05 to 11:20. Parts used: rubber stopper 1 pc, self-sealing tape 0.5 m.',
    staffNumber: 'JMB staff 014',
    visits: {},
    equipment: [],
  },
  ms: {
    foot: 'Contoh dengan data rekaan',
    location: 'P1 Main Gate, masuk dan keluar',
    tasks: {
      visualInspection:
        'Lengan palang lurus, penutup hujung ada. Kabinet kering, kunci dan pengedap baik, bolt sauh ketat. Kanta sel foto dibersihkan.',
      gateCycleTest:
        '10 kitaran, purata 3.1 s (had 4.0 s), tiada bunyi. Pelepas manual berfungsi. Lengan kekal pada 45 darjah. Pembilang 1,184,220.',
      rfidReaderTest:
        'Tag ujian dibaca pada 6.5 m (had 5.0 m). Tiada bacaan silang dari lorong sebelah. Antena bersih.',
      subAccessControllerTest:
        'Alamat 2 dan 3 dalam talian, bunyi klik geganti, peristiwa ujian sampai ke pelayan dengan masa yang betul.',
      loopDetectorTest:
        'L1 128 uH, L2 131 uH. Penebatan 56 Mohm pada 500 V DC (had 10 Mohm). Lengan naik semula di atas gelung keselamatan.',
      cleaningTightening:
        'Dibersihkan, terminal diketatkan, tetingkap SPD hijau, AVR masuk 231.6 V, keluar 230.2 V. Bekalan 24 V jatuh ke 23.2 V semasa lengan naik.',
    },
    issueDetails:
      'Lorong dalam keadaan baik. Bekalan 24 V bagi pemacu di pintu masuk jatuh ke 23.2 V di bawah beban (24.1 V pada lawatan lepas): bekalan semakin lemah. Tiada kerosakan dicatat sejak 26 Februari.',
    recommendedAction:
      'Ganti bekalan kuasa 24 V lorong masuk pada lawatan seterusnya, 23 April 2026. Keutamaan sederhana, termasuk dalam kontrak.',
    conclusion:
      'Selamat digunakan. Di tapak 09:05 hingga 11:20. Alat ganti: 1 penahan getah, 0.5 m pita kedap sendiri.',
    staffNumber: 'Kakitangan JMB 014',
    visits: {
      109: {
        title: 'Penyelenggaraan pencegahan bulanan, P2 Rear Gate',
        text: 'Bolt lengan dan bebibir diketatkan semula. Imbangan spring diuji pada 45 darjah: lengan kekal. Penahan getah dan hentian had sejajar. 10 kitaran buka/tutup, purata 3.1 s, tiada bunyi luar biasa. Gelung L2: 140 uH, kehadiran dan patah balik keselamatan disahkan. Antena pembaca dilap, tag ujian dibaca pada 6.2 m.',
      },
      110: {
        title: 'Ujian pembumian, SPD dan AVR suku tahunan',
        text: 'Rintangan bumi 2.8 ohm di bar kabinet. Tetingkap status SPD hijau di semua kabinet. AVR masuk 234 V, keluar 230 V. Ujian trip MCB dan RCD lulus.',
      },
      111: {
        title: 'Ujian kearuhan dan penebatan pengesan gelung',
        text: 'Semua gelung diputuskan dan diukur. L1 126 uH, 1.1 ohm; L2 158 uH, 1.3 ohm. Penebatan ke bumi melebihi 200 Mohm pada 500 V DC. Frekuensi saluran dijarakkan untuk mengelakkan silang cakap.',
      },
      112: {
        title: 'Pengesan gelung tersalah kesan kenderaan selepas jalan diturap semula, P4',
        text: 'Pengesan ditala semula, kepekaan diturunkan satu langkah. Kedalaman gelung kini 70 mm, pemotongan semula disyorkan pada suku tahun berikutnya.',
      },
      113: {
        title: 'Semakan jarak bacaan RFID dan perisian tegar',
        text: 'Jarak bacaan di garisan henti: masuk 7.0 m, keluar 5.6 m. Tiada bacaan silang dari lorong sebelah. Perisian tegar pembaca 2.4.17, pengawal 5.0.8, jam dalam 2 s daripada pelayan.',
      },
    },
    equipment: [
      ['boom gate set, 4 lanes', 'set palang automatik, 4 lorong'],
      ['DC brushless drive', 'DC, pemacu tanpa berus'],
      ['octagonal arm', 'lengan oktagon'],
      ['rated 5 million cycles', 'kadaran 5 juta kitaran'],
      ['integrated UHF', 'UHF bersepadu'],
      ['8 units', '8 unit'],
      ['Reader 2.4.17, controller 5.0.8', 'Pembaca 2.4.17, pengawal 5.0.8'],
      ['four-door TCP/IP', 'empat pintu TCP/IP'],
      ['dual-door x 2, RS-485 address 2 and 3', 'dua pintu x 2, RS-485 alamat 2 dan 3'],
      ['RS-485 to TCP/IP', 'RS-485 ke TCP/IP'],
      ['dual channel', 'dua saluran'],
      ['self-tuning', 'talaan sendiri'],
      ['4 units', '4 unit'],
      [
        'single channel, releases Wiegand only with a vehicle on the loop',
        'satu saluran, melepaskan Wiegand hanya apabila ada kenderaan di atas gelung',
      ],
      ['Type 2', 'Jenis 2'],
      ['RS-485 and RJ45 data SPD per cabinet', 'SPD data RS-485 dan RJ45 bagi setiap kabinet'],
      ['1.5 kVA servo, input 160-260 V, output', '1.5 kVA servo, masukan 160-260 V, keluaran'],
    ],
  },
  zh: {
    foot: '示例，数据为虚构',
    location: 'P1 Main Gate，入口和出口',
    tasks: {
      visualInspection: '闸杆笔直，端盖完好。机箱干燥，锁和密封完好，地脚螺栓紧固。光电传感器镜片已清洁。',
      gateCycleTest: '10 次起落，平均 3.1 s（限值 4.0 s），无异响。手动释放正常。闸杆可停在 45 度。计数器 1,184,220。',
      rfidReaderTest: '测试标签在 6.5 m 处读到（限值 5.0 m）。没有邻道误读。天线干净。',
      subAccessControllerTest: '地址 2 和 3 在线，继电器有吸合声，测试事件到达服务器，时间正确。',
      loopDetectorTest: 'L1 128 uH，L2 131 uH。500 V DC 绝缘 56 Mohm（限值 10 Mohm）。闸杆在安全地感线圈上会反转。',
      cleaningTightening:
        '已清洁，端子已紧固，SPD 窗口为绿色，AVR 输入 231.6 V，输出 230.2 V。闸杆抬起时 24 V 电源降到 23.2 V。',
    },
    issueDetails:
      '车道状况良好。入口驱动的 24 V 电源带载时降到 23.2 V（上次上门为 24.1 V）：电源正在老化。自2月26日以来没有故障记录。',
    recommendedAction: '在下次上门（2026年4月23日）更换入口车道的 24 V 电源。优先级中等，包含在合约内。',
    conclusion: '可安全使用。在场时间 09:05 至 11:20。使用配件：橡胶限位块 1 个，自粘密封带 0.5 m。',
    staffNumber: 'JMB 职员 014',
    visits: {
      108: {
        title: '每月例行保养，P1 Main Gate',
        text: '重新紧固闸杆螺栓与法兰。45 度弹簧平衡测试：闸杆可停留。开闭 10 次，平均 2.9 s，无异响。地感线圈 L1：158 uH，安全功能已确认。读卡器天线已清洁，测试标签在 6.3 m 处读到。',
      },
      109: {
        title: '每月预防性保养，P2 Rear Gate',
        text: '重新紧固闸杆螺栓与法兰。45 度弹簧平衡检查：闸杆可停留。橡胶限位块与限位对齐。开闭 10 次，平均 3.1 s，无异响。地感线圈 L2：140 uH，车辆检测和安全反转已确认。读卡器天线已擦拭，测试标签在 6.2 m 处读到。',
      },
      110: {
        title: '每季度接地、SPD 和 AVR 测试',
        text: '机箱接地排的接地电阻 2.8 ohm。所有机箱的 SPD 状态窗口为绿色。AVR 输入 234 V，输出 230 V。MCB 和 RCD 跳闸测试合格。',
      },
      111: {
        title: '地感线圈电感与绝缘测试',
        text: '断开并测量所有地感线圈。L1 126 uH，1.1 ohm；L2 158 uH，1.3 ohm。500 V DC 对地绝缘高于 200 Mohm。各通道频率错开，避免串扰。',
      },
      112: {
        title: '路面重铺后地感检测器误报有车，P4',
        text: '重新调校检测器，灵敏度降低一级。线圈深度现为 70 mm，建议下一季度重新切割。',
      },
      113: {
        title: 'RFID 读取距离与固件检查',
        text: '停车线处读取距离：入口 7.0 m，出口 5.6 m。没有邻道误读。读卡器固件 2.4.17，控制器 5.0.8，时钟与服务器相差不到 2 s。',
      },
    },
    equipment: [
      ['boom gate set, 4 lanes', '道闸套装，4 车道'],
      [
        '24 V DC brushless drive, 4.5 m octagonal arm, 3.0 s, rated 5 million cycles',
        '24 V DC 无刷驱动，4.5 m 八角闸杆，3.0 s，额定 500 万次',
      ],
      [
        'integrated UHF, 919-923 MHz, 12 dBi, EPC Gen2, Wiegand 34, 8 units',
        '一体式 UHF，919-923 MHz，12 dBi，EPC Gen2，Wiegand 34，8 台',
      ],
      ['Reader 2.4.17, controller 5.0.8', '读卡器 2.4.17，控制器 5.0.8'],
      ['four-door TCP/IP, 192.168.10.20, PoE', '四门 TCP/IP，192.168.10.20，PoE'],
      ['dual-door x 2, RS-485 address 2 and 3', '双门 x 2，RS-485 地址 2 和 3'],
      ['RS-485 to TCP/IP, 9600 8N1, 192.168.10.31', 'RS-485 转 TCP/IP，9600 8N1，192.168.10.31'],
      ['dual channel, 20-1000 uH self-tuning, 24 V DC, 4 units', '双通道，20-1000 uH 自动调谐，24 V DC，4 台'],
      [
        'single channel, releases Wiegand only with a vehicle on the loop, 4 units',
        '单通道，地感线圈上有车时才放行 Wiegand，4 台',
      ],
      [
        'Type 2, 230 V, In 20 kA, Imax 40 kA (8/20 us) + RS-485 and RJ45 data SPD per cabinet',
        '2 类，230 V，In 20 kA，Imax 40 kA（8/20 us），每个机箱另有 RS-485 和 RJ45 数据 SPD',
      ],
      ['1.5 kVA servo, input 160-260 V, output 230 V +/- 3 %', '1.5 kVA 伺服，输入 160-260 V，输出 230 V +/- 3 %'],
      [
        'P1 Main Gate, P2 Rear Gate, P3 Visitor Lane, P4 Basement B1',
        'P1 Main Gate、P2 Rear Gate、P3 Visitor Lane、P4 Basement B1',
      ],
    ],
  },
};
