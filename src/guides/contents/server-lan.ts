import { figure, heading, list, paragraph, steps, table, warning, type Guide } from '../layout/blocks.ts';
import { faultPath } from '../drawings/fault-path.ts';
import { network } from '../drawings/network.ts';
import { statusScreen } from '../drawings/status-screen.ts';

/** The network of a site, and a five-minute check that finds what is wrong with it. */
export const serverLan: Guide = {
  name: 'server-lan-setup-and-status-check',
  title: 'Server LAN setup and status check',
  subtitle: 'Addresses, switch, server, and the five-minute check',
  number: 'GK-301',
  readers: 'Service technicians, and the IT person of the building',
  appliesTo: 'GateKeeper Access Manager 3.6 and 3.7, KAC-400, KDC-485E',
  blocks: [
    heading('The network at a glance'),
    figure('The demo site, Residensi Selasih Park.', network),
    heading('Address plan'),
    paragraph(
      'Every device of the gates has a static address outside the range that the router gives out by DHCP. An address from DHCP changes one day, and the controller is then offline for no visible reason. Here the router gives out 192.168.10.100 to 192.168.10.199, and no gate device is among them.',
    ),
    table(
      [50, 34, 34, 34, 34],
      `
      Device             | Address       | Mask          | Gateway      | Your site
      Router             | 192.168.10.1  | 255.255.255.0 | -            |
      PoE switch         | 192.168.10.2  | 255.255.255.0 | 192.168.10.1 |
      Server             | 192.168.10.10 | 255.255.255.0 | 192.168.10.1 |
      Guard house PC     | 192.168.10.11 | 255.255.255.0 | 192.168.10.1 |
      KAC-400 controller | 192.168.10.20 | 255.255.255.0 | 192.168.10.1 |
      KDC-485E converter | 192.168.10.31 | 255.255.255.0 | 192.168.10.1 |
      `,
    ),
    heading('Set the address of a controller'),
    steps(
      'Connect a notebook to the same switch. Give it a free address of the same network, such as 192.168.10.90.',
      'Ping the new address first. Whoever answers has it already: choose another one.',
      'Open the address tool of the Access Manager (Devices, Find devices). It lists what is on the network by serial number.',
      'Choose the controller by the serial number on its label, enter address, mask and gateway, and save.',
      'Change the factory password now. Write the new one into the sealed envelope of the site.',
      'Write the address on the label inside the cabinet door.',
    ),
    warning(
      'A controller that still has its factory password can be opened by anyone on the network. Do not leave the site before it is changed.',
    ),
    heading('The switch'),
    table(
      [40, 66, 80],
      `
      Check                | Should be                                 | If not
      Link LED of the port | Lit, flickers with traffic                | Other port, other cable, plug made anew
      PoE LED of the port  | Lit for a powered device                  | Is PoE on for this port? Is the budget used up?
      PoE budget           | Sum of the ports below that of the switch | Count 15.4 W for each 802.3af port
      Cable                | Copper, 100 m at most                     | A switch in between, or fibre
      Outdoor cable        | Data SPD at both ends, on the earth bar   | Fit them before the next storm
      `,
    ),
    heading('The server'),
    list(
      'Service: GateKeeper Access Manager is running and starts by itself with the server.',
      'Time: zone Asia/Singapore, set by NTP. Controllers take theirs from the server; wrong clocks make wrong events and shut time zones.',
      'Firewall: an allow list. Only the controllers, the converter and the guard house PC may reach the service.',
      'Backup: written to its folder every night. Look at the date of the newest file, and copy one to a second place.',
      'Disk: at least a fifth free.',
    ),
    heading('The five-minute check'),
    steps(
      'Ping the controller: ping -n 20 192.168.10.20. It should answer in under 5 ms with 0 % loss.',
      'Look at the link LED at both ends of its cable.',
      'Open Devices: all Online, clocks in step.',
      'Swipe the test tag at one lane: the event appears with the right name, lane and time.',
      'Look at the free disk space and the date of the newest backup.',
    ),
    figure('Devices: one interface is offline since 07:40, the others work.', statusScreen),
    heading('If something is wrong'),
    figure('Ask in this order. The first No says where to look.', faultPath),
    table(
      [46, 50, 90],
      `
      What you find       | Where it is            | What to do
      No link             | Cable                  | Known good cable; then the port; then PoE power
      Link, no ping       | Address or VLAN        | Compare with the address plan. Two devices on one address: unplug one, ping again
      Ping, but Offline   | Port, service, licence | Restart the service; firewall allow list; licence under Help
      Online, no events   | Reader side            | Lamp of the reader, Wiegand cable, presence loop
      One KAC-20S offline | RS-485                 | Address switch, A and B, about 60 ohm with the power off
      All KAC-20S offline | Converter              | Ping 192.168.10.31; 9600 8N1; its power
      Events hours off    | Clock                  | NTP on the server, zone Asia/Singapore, then Set clocks
      `,
    ),
    heading('After a storm'),
    steps(
      'SPD windows, mains and data: red or dark means used up. Have it replaced before you switch on again.',
      'RCD and MCB: reset once. If it trips again, isolate the lane and look for water.',
      'Then the five-minute check for every controller.',
      'Note date and damage in the log sheet: it decides whether the earthing has to be measured.',
    ),
    heading('Log sheet'),
    paragraph(
      'One line for each check. Copy this page and keep it beside the server; a slow change shows only in a row of readings.',
    ),
    table(
      [26, 26, 24, 32, 22, 26, 30],
      `
      Date        | Ping, loss | All online | Event, time right | Disk free | Backup of | Name
      21 Nov 2026 | 2 ms, 0 %  | yes        | yes               | 61 %      | 21 Nov    | Azhar R.
      ${'||||||\n'.repeat(22)}
      `,
      8,
    ),
  ],
};
