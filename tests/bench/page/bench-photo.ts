const width = 4_000;
const height = 3_000;
/** Bytes that the drawn photos should come close to. */
const wanted = 3_950_000;

/** A generator with a seed, so that every run draws the same photos. */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4_294_967_296;
  };
}

/** Grey noise that is `across` pixels wide; `strength` is 0 to 1. */
function noise(across: number, strength: number, random: () => number): OffscreenCanvas {
  const [canvas, context] = sheet(across, Math.round((across * height) / width));
  const pixels = context.createImageData(canvas.width, canvas.height);
  const words = new Uint32Array(pixels.data.buffer);
  for (let at = 0; at < words.length; at += 1) {
    const level = Math.round(128 + (random() + random() - 1) * 127 * strength);
    words[at] = (255 << 24) | (level << 16) | (level << 8) | level;
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}

function sheet(wide: number, high: number): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const canvas = new OffscreenCanvas(wide, high);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  return [canvas, context];
}

function scene(seed: number): OffscreenCanvas {
  const random = randomFrom(seed);
  const [canvas, context] = sheet(width, height);
  const sky = context.createLinearGradient(0, 0, width * random(), height);
  sky.addColorStop(0, `hsl(${200 + seed * 9} 45% 70%)`);
  sky.addColorStop(1, `hsl(${30 + seed * 17} 30% 35%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  for (let shape = 0; shape < 60; shape += 1) {
    context.fillStyle = `hsl(${random() * 360} 40% ${20 + random() * 60}% / 70%)`;
    context.fillRect(random() * width, random() * height, random() * 700, random() * 500);
  }
  // noise at every scale, as in real photos: fine noise alone would vanish from the small rendition
  context.globalCompositeOperation = 'overlay';
  for (const [across, strength] of [
    [60, 0.5],
    [350, 0.45],
    [900, 0.33],
    [width, 0.35],
  ] as const)
    context.drawImage(noise(across, strength, random), 0, 0, width, height);
  return canvas;
}

/** A photo of 12 megapixels and about 3.9 MB: baseline, chroma halved both ways, no metadata. */
export async function drawBenchPhoto(seed: number): Promise<Blob> {
  const canvas = scene(seed);
  let [low, high] = [0.3, 0.99];
  let best = await canvas.convertToBlob({ type: 'image/jpeg', quality: low });
  for (let round = 0; round < 6; round += 1) {
    const quality = (low + high) / 2;
    // each round depends on the size of the one before
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (Math.abs(blob.size - wanted) < Math.abs(best.size - wanted)) best = blob;
    if (blob.size > wanted) high = quality;
    else low = quality;
  }
  return best;
}
