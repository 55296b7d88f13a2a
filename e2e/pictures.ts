import type { Locator } from '@playwright/test'

/** A PNG of 10 × 10 pixels in base64. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'

/** Simulates a paste from the clipboard. */
export const pastePicture = (into: Locator): Promise<void> =>
  into.evaluate((field, base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], 'photo.png', { type: 'image/png' }))
    const event = { clipboardData, bubbles: true, cancelable: true }
    field.dispatchEvent(new ClipboardEvent('paste', event))
  }, PNG)
