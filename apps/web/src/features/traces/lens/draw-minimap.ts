import type { Span, SpanKind } from '@lathe/contract'
import type { TimeRange } from '@lathe/traces'
import { kindColour } from '../../../ui/kind.ts'

/** Spans from top to bottom in the order of the rows, as long as they took; of many, so many as there are pixels. */
export function drawMinimap(canvas: HTMLCanvasElement, spans: readonly Span[], range: TimeRange) {
  const context = canvas.getContext('2d')
  if (!context) return
  const scale = window.devicePixelRatio
  const { clientWidth, clientHeight } = canvas
  const [width, height] = [Math.round(clientWidth * scale), Math.round(clientHeight * scale)]
  canvas.width = width
  canvas.height = height
  const colours = coloursIn(canvas)
  const rowHeight = Math.max(1, Math.min(4 * scale, height / Math.max(1, spans.length)))
  const length = range.to - range.from
  const drawn = new Set<number>()
  spans.forEach((span, index) => {
    const y = Math.floor((index / Math.max(spans.length, height / rowHeight)) * height)
    const x = Math.floor(((span.startedAt - range.from) / length) * width)
    const end = ((span.endedAt ?? range.to) - range.from) / length
    const wide = Math.max(1, Math.round(end * width) - x)
    // What would cover the same pixel is drawn once.
    const pixel = y * width + x
    if (wide === 1 && drawn.has(pixel)) return
    drawn.add(pixel)
    context.fillStyle = colours(span)
    context.fillRect(x, y, wide, Math.max(1, rowHeight - (rowHeight > 2 ? 1 : 0)))
  })
}

/** Canvases know no custom properties, so each colour is asked for once. */
function coloursIn(element: HTMLElement): (span: Span) => string {
  const style = getComputedStyle(element)
  const known = new Map<SpanKind | 'error', string>()
  const read = (value: string) => style.getPropertyValue(/var\((--[\w-]+)\)/.exec(value)?.[1] ?? '')
  return ({ kind, status }) => {
    const key = status === 'error' ? 'error' : kind
    const found = known.get(key)
    if (found !== undefined) return found
    const colour = read(key === 'error' ? 'var(--status-error)' : kindColour(key)).trim()
    known.set(key, colour)
    return colour
  }
}
