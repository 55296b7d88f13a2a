import type { Viewport, Rect } from '@xyflow/react'
import type { Size } from '../cards/card-geometry.ts'

export type Block = Size & {
  x: number
  y: number
  /** A theme colour such as `var(--kind-model)`. */
  colour: string
  isMarked: boolean
}

export type Line = { from: Block; to: Block; isError: boolean }

type Picture = { blocks: readonly Block[]; lines: readonly Line[] }

/** Sizes the canvas for the screen's pixel ratio. Returns undefined without a drawing context. */
function resizeCanvas(canvas: HTMLCanvasElement, { width, height }: Size) {
  const dots = window.devicePixelRatio
  const [pixelWidth, pixelHeight] = [Math.round(width * dots), Math.round(height * dots)]
  if (canvas.width !== pixelWidth) canvas.width = pixelWidth
  if (canvas.height !== pixelHeight) canvas.height = pixelHeight
  const surface = canvas.getContext('2d')
  surface?.setTransform(dots, 0, 0, dots, 0, 0)
  surface?.clearRect(0, 0, width, height)
  return surface ?? undefined
}

/** Paints blocks and lines in the theme's colours. */
export function paint(
  canvas: HTMLCanvasElement,
  size: Size,
  { blocks, lines }: Picture,
  { x, y, zoom }: Viewport,
): void {
  const surface = resizeCanvas(canvas, size)
  if (!surface) return
  const theme = getComputedStyle(canvas)
  const resolveColour = (name: string) => theme.getPropertyValue(name.replace(/^var\(|\)$/g, ''))
  const isSeen = (block: Block) =>
    (block.x + block.width) * zoom + x > 0 &&
    block.x * zoom + x < size.width &&
    (block.y + block.height) * zoom + y > 0 &&
    block.y * zoom + y < size.height

  for (const isError of [false, true]) {
    surface.beginPath()
    for (const { from, to, isError: isErrorLine } of lines) {
      if (isErrorLine !== isError || (!isSeen(from) && !isSeen(to))) continue
      surface.moveTo((from.x + from.width) * zoom + x, (from.y + 19) * zoom + y)
      surface.lineTo(to.x * zoom + x, (to.y + 19) * zoom + y)
    }
    surface.strokeStyle = resolveColour(isError ? 'var(--status-error)' : 'var(--line-strong)')
    surface.lineWidth = 1
    surface.globalAlpha = 0.6
    surface.stroke()
  }

  for (const [colour, sameColour] of Map.groupBy(blocks.filter(isSeen), (block) => block.colour)) {
    surface.fillStyle = resolveColour(colour)
    surface.globalAlpha = 0.75
    for (const { x: left, y: top, width, height } of sameColour) {
      surface.fillRect(left * zoom + x, top * zoom + y, width * zoom, height * zoom)
    }
  }

  surface.globalAlpha = 1
  surface.strokeStyle = resolveColour('var(--accent)')
  surface.lineWidth = 2
  for (const { x: left, y: top, width, height, isMarked } of blocks) {
    if (isMarked) {
      surface.strokeRect(
        left * zoom + x - 2,
        top * zoom + y - 2,
        width * zoom + 4,
        height * zoom + 4,
      )
    }
  }
}

/** Returns the smallest rectangle that contains all rectangles. */
export function boundingRect(rects: readonly Rect[]): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left <= right
    ? { x: left, y: top, width: right - left, height: bottom - top }
    : { x: 0, y: 0, width: 0, height: 0 }
}
