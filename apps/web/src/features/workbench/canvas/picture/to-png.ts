import type { Drawing } from './draw-svg.tsx'

/** Browsers draw no larger pictures than this on a side. */
const MOST = 8_192

/** The drawing as a PNG file, twice as sharp as the screen where that can be. */
export async function toPng({ text, width, height }: Drawing): Promise<Blob> {
  const scale = Math.min(2, MOST / Math.max(width, height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error('The browser made no picture of it'))
    }, 'image/png')
  })
}
