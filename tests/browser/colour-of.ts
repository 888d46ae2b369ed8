import type { Locator } from 'playwright-core';

/** The colour in which an element's icon is drawn, or its text where it has none: red, green and blue, from 0 to 255. */
export const colourOf = (element: Locator): Promise<readonly [red: number, green: number, blue: number]> =>
  element.evaluate((found) => {
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
    canvas.fillStyle = getComputedStyle(found.querySelector('svg') ?? found).color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue] as const;
  });
