import type { GraphDocument } from '@lathe/contract'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { GraphPicture, type PlacedSize } from './graph-picture.tsx'

const MARGIN = 24

export type Drawing = { text: string; width: number; height: number }

/** Renders the whole graph as an SVG file in the current theme, cropped to its content. */
export function drawSvg(graph: GraphDocument, cards: readonly PlacedSize[]): Drawing {
  const stage = document.createElement('div')
  stage.style.cssText = 'position: fixed; visibility: hidden; pointer-events: none'
  document.body.append(stage)
  const root = createRoot(stage)
  try {
    flushSync(() =>
      root.render(
        <svg xmlns="http://www.w3.org/2000/svg">
          <GraphPicture document={graph} cards={cards} />
        </svg>,
      ),
    )
    const svg = stage.querySelector('svg')
    const group = svg?.querySelector('g')
    if (!svg || !group) throw new Error('The graph could not be rendered')
    const box = group.getBBox()
    const [left, top] = [Math.floor(box.x) - MARGIN, Math.floor(box.y) - MARGIN]
    const width = Math.ceil(box.x + box.width) + MARGIN - left
    const height = Math.ceil(box.y + box.height) + MARGIN - top
    svg.setAttribute('viewBox', `${left} ${top} ${width} ${height}`)
    svg.setAttribute('width', String(width))
    svg.setAttribute('height', String(height))
    const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    for (const [name, value] of Object.entries({ x: left, y: top, width, height })) {
      background.setAttribute(name, String(value))
    }
    background.setAttribute('fill', 'var(--panel)')
    svg.prepend(background)
    return { text: withColours(new XMLSerializer().serializeToString(svg)), width, height }
  } finally {
    root.unmount()
    stage.remove()
  }
}

/** Replaces theme variables, which a file cannot resolve, by their colours. */
function withColours(text: string): string {
  const theme = getComputedStyle(document.documentElement)
  return text.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) =>
    theme.getPropertyValue(name).trim(),
  )
}

/** Largest side that browsers render. */
const MAX_PIXELS = 8_192

/** Renders the drawing as a PNG file at twice the resolution, if possible. */
export async function toPng({ text, width, height }: Drawing): Promise<Blob> {
  const scale = Math.min(2, MAX_PIXELS / Math.max(width, height))
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
      else reject(new Error('The browser could not create the image'))
    }, 'image/png')
  })
}
