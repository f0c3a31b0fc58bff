import type { Scene } from '../scene.ts';
import { arm } from './arm.ts';
import { cabinet } from './cabinet.ts';
import { controller } from './controller.ts';
import { after, before } from './incident.ts';
import { lan } from './lan.ts';
import { loop } from './loop.ts';
import { meter } from './meter.ts';
import { reader } from './reader.ts';
import { spd } from './spd.ts';
import { spring } from './spring.ts';
import { tag } from './tag.ts';

export const scenes = {
  arm,
  cabinet,
  spring,
  loop,
  reader,
  controller,
  spd,
  meter,
  lan,
  tag,
  before,
  after,
} as const satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes).filter((name): name is SceneName => name in scenes);
