import type { FormTemplate } from './form-visit.ts';

/** A client with preset details (`spec §2`, Select Client). */
interface FormPreset extends FormTemplate {
  id: string;
  /** The name of its site, if the portal has that site. */
  name: string;
}

export const formPresets: readonly FormPreset[] = [
  {
    id: 'selasih-park',
    name: 'Residensi Selasih Park',
    generalInfo: {
      client: 'Residensi Selasih Park JMB',
      location: 'P1 Main Gate, P2 Rear Gate, P3 Visitor Lane, P4 Basement B1',
      salesEngineer: 'Azhar Rahman',
    },
    equipment: {
      deviceModel: 'KBG-600S boom gate set, 4 lanes',
      barrierGate: 'KBG-600S, 24 V DC brushless drive, 4.5 m octagonal arm, 3.0 s, rated 5 million cycles',
      rfidReader: 'KUR-12 integrated UHF, 919-923 MHz, 12 dBi, EPC Gen2, Wiegand 34, 8 units',
      firmwareVersion: 'Reader 2.4.17, controller 5.0.8',
      accessControllerSoftware: 'GateKeeper Access Manager',
      softwareVersion: '3.6.2 (build 2026-02)',
      accessController: 'KAC-400 four-door TCP/IP, 192.168.10.20, PoE 802.3af',
      subAccessController: 'KAC-20S dual-door x 2, RS-485 address 2 and 3',
      dataConverter: 'KDC-485E RS-485 to TCP/IP, 9600 8N1, 192.168.10.31',
      loopDetector: 'KLD-2 dual channel, 20-1000 uH self-tuning, 24 V DC, 4 units',
      wgLoopDetector: 'KLD-1W single channel, releases Wiegand only with a vehicle on the loop, 4 units',
      spd: 'Type 2, 230 V, In 20 kA, Imax 40 kA (8/20 us) + RS-485 and RJ45 data SPD per cabinet',
      avr: '1.5 kVA servo, input 160-260 V, output 230 V +/- 3 %',
    },
  },
  {
    id: 'kingfisher-rise',
    name: 'Kingfisher Rise Residences',
    generalInfo: {
      client: 'MCST Kingfisher Rise',
      location: 'Post 1 Main Entrance, Post 2 Visitor, Post 3 Service Lane',
      salesEngineer: 'Tan Hui Min',
    },
    equipment: {
      deviceModel: 'KBG-450R boom gate set, 3 lanes with LED arm',
      barrierGate: 'KBG-450R, 24 V DC drive, 3.5 m round LED arm, 1.8 s, rated 5 million cycles',
      rfidReader: 'KUR-9 integrated UHF, 920-925 MHz, 9 dBi, EPC Gen2, Wiegand 26, 6 units',
      firmwareVersion: 'Reader 2.4.17, controller 5.1.2',
      accessControllerSoftware: 'GateKeeper Access Manager',
      softwareVersion: '3.7.0 (build 2026-08)',
      accessController: 'KAC-400 four-door TCP/IP, 10.20.4.20, 12 V DC 3 A',
      subAccessController: 'KAC-20S dual-door x 1, RS-485 address 2',
      dataConverter: 'KDC-485E RS-485 to TCP/IP, 9600 8N1, 10.20.4.31',
      loopDetector: 'KLD-2 dual channel, 20-1000 uH, 12-24 V AC/DC, 3 units',
      wgLoopDetector: 'KLD-1W single channel, 3 units',
      spd: 'Type 2, 230 V, In 20 kA + RJ45 data SPD at controller',
      avr: '1.0 kVA relay, input 170-260 V, output 230 V +/- 5 %',
    },
  },
];

export function presetOf(client: string): FormPreset | null {
  return formPresets.find(({ id }) => id === client) ?? null;
}
