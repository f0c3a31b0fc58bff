import type { Page } from '@playwright/test';

export const bucket = 'rfidboomgatephoto';

export const uploaded = (page: Page) => page.getByText('Uploaded', { exact: true });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Draws photos in the page and chooses them there, so that megabytes need not be sent from the test to the browser. */
export async function choosePhotos(page: Page, count: number, width = 4_000, height = 3_000): Promise<void> {
  await page.getByLabel('Add photos').evaluate(
    async (input: HTMLInputElement, [amount, wide, high]) => {
      const chosen = new DataTransfer();
      for (let number = 1; number <= amount; number += 1) {
        const canvas = new OffscreenCanvas(wide, high);
        const context = canvas.getContext('2d');
        if (!context) throw new Error('No canvas');
        context.fillStyle = `hsl(${number * 36} 50% 45%)`;
        context.fillRect(0, 0, wide, high);
        context.fillStyle = '#fff';
        context.font = `${high / 2}px sans-serif`;
        context.fillText(String(number), wide / 3, high * 0.7);
        const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
        chosen.items.add(new File([blob], `IMG_${number}.jpg`, { type: 'image/jpeg' }));
      }
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    },
    [count, width, height] as const,
  );
}
