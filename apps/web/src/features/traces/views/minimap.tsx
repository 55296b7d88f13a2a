import { type TimeRange, walkTree } from '@lathe/traces'
import { Button } from '@mantine/core'
import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { Span, SpanKind } from '@lathe/contract'
import { formatDuration } from '../../../lib/format/format.ts'
import type { TraceViewModel } from './use-trace-view-model.ts'
import { kindColour } from '../../../ui/status/kind.ts'
import styles from './views.module.css'

type MinimapProps = {
  model: TraceViewModel
  zoom: TimeRange | undefined
  onZoom: (zoom: TimeRange | undefined) => void
}

/** A shorter drag is a click. Share of the width. */
const MIN_SHARE = 0.005

/** An overview of the whole trace. Dragging zooms; a click resets the zoom. */
export function Minimap({ model, zoom, onZoom }: MinimapProps) {
  const { range } = model
  const spans = useMemo(() => walkTree(model.tree).map(({ span }) => span), [model.tree])
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number }>()

  useEffect(() => {
    const canvasElement = canvas.current
    if (!canvasElement) return undefined
    const draw = () => drawMinimap(canvasElement, spans, range)
    const observer = new ResizeObserver(draw)
    observer.observe(canvasElement)
    const themes = new MutationObserver(draw)
    themes.observe(document.documentElement, { attributes: true })
    return () => {
      observer.disconnect()
      themes.disconnect()
    }
  }, [spans, range])

  const shareAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / width))
  }
  const length = range.to - range.from
  const finish = () => {
    if (!drag) return
    const [low, high] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]
    const isDrag = high - low > MIN_SHARE
    onZoom(isDrag ? { from: range.from + low * length, to: range.from + high * length } : undefined)
    setDrag(undefined)
  }
  const visibleRange =
    drag ??
    (zoom && { from: (zoom.from - range.from) / length, to: (zoom.to - range.from) / length })
  return (
    <div
      className={styles.minimap}
      aria-hidden
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ from: shareAt(event), to: shareAt(event) })
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: shareAt(event) })}
      onPointerUp={finish}
    >
      <canvas ref={canvas} />
      {visibleRange && (
        <span
          className={styles.brush}
          style={{
            left: `${Math.min(visibleRange.from, visibleRange.to) * 100}%`,
            width: `${Math.abs(visibleRange.to - visibleRange.from) * 100}%`,
          }}
        />
      )}
      {zoom && !drag && (
        <Button
          size="compact-xs"
          variant="default"
          className={styles.reset ?? ''}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={() => onZoom(undefined)}
        >
          {formatDuration((zoom.to - zoom.from) / 1_000)} · reset zoom
        </Button>
      )}
    </div>
  )
}

/** Draws the spans from top to bottom in row order, scaled to the available pixels. */
function drawMinimap(canvas: HTMLCanvasElement, spans: readonly Span[], range: TimeRange) {
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
  const drawnPixels = new Set<number>()
  spans.forEach((span, index) => {
    const y = Math.floor((index / Math.max(spans.length, height / rowHeight)) * height)
    const x = Math.floor(((span.startedAt - range.from) / length) * width)
    const end = ((span.endedAt ?? range.to) - range.from) / length
    const barWidth = Math.max(1, Math.round(end * width) - x)
    // Draw only one of several spans that cover the same pixel.
    const pixel = y * width + x
    if (barWidth === 1 && drawnPixels.has(pixel)) return
    drawnPixels.add(pixel)
    context.fillStyle = colours(span)
    context.fillRect(x, y, barWidth, Math.max(1, rowHeight - (rowHeight > 2 ? 1 : 0)))
  })
}

/** A canvas cannot use custom properties, so resolve each colour once. */
function coloursIn(element: HTMLElement): (span: Span) => string {
  const style = getComputedStyle(element)
  const colourByKind = new Map<SpanKind | 'error', string>()
  const read = (value: string) => style.getPropertyValue(/var\((--[\w-]+)\)/.exec(value)?.[1] ?? '')
  return ({ kind, status }) => {
    const key = status === 'error' ? 'error' : kind
    const rects = colourByKind.get(key)
    if (rects !== undefined) return rects
    const colour = read(key === 'error' ? 'var(--status-error)' : kindColour(key)).trim()
    colourByKind.set(key, colour)
    return colour
  }
}
