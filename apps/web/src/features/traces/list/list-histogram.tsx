import type { TraceHistogram } from '@lathe/contract'
import { type PointerEvent, useState } from 'react'
import { formatEnds, formatWhen } from './trace-range.ts'
import { useListSearch } from './list-search.ts'
import { formatTotal } from './use-counts.ts'
import styles from './list.module.css'

const CLICK_WIDTH = 0.004
const SECOND_US = 1_000_000

type ListHistogramProps = TraceHistogram & { isBrushed: boolean }

/** Start times of the traces. Dragging selects a time range. */
export function ListHistogram({ from, to, step, bars, isPartial, isBrushed }: ListHistogramProps) {
  const { change } = useListSearch()
  const [drag, setDrag] = useState<{ start: number; end: number }>()
  if (bars.length === 0 && !isBrushed) return null
  const first = Math.floor(from / step) * step
  const length = Math.max(step, Math.ceil((to - first) / step) * step)
  const [start, end] = formatEnds(from, to)
  const maxCount = Math.max(...bars.map(({ count }) => count))
  const total = bars.reduce((total, { count }) => total + count, 0)
  const errors = bars.reduce((total, bar) => total + bar.errors, 0)

  const shareAt = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (event.clientX - left) / width))
  }
  const finish = () => {
    setDrag(undefined)
    if (!drag) return
    const [left, right] = [Math.min(drag.start, drag.end), Math.max(drag.start, drag.end)]
    if (right - left < CLICK_WIDTH) return
    change({ from: Math.floor(first + left * length), to: Math.ceil(first + right * length) })
  }

  return (
    <figure className={styles.histogram}>
      <div
        className={styles.bars}
        role="img"
        aria-label={`${formatTotal({ count: total, isPartial })}, ${errors.toLocaleString('en')} failed, from ${start} to ${end}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ start: shareAt(event), end: shareAt(event) })
        }}
        onPointerMove={(event) => drag && setDrag({ ...drag, end: shareAt(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDrag(undefined)}
      >
        {bars.map((bar) => (
          <span
            key={bar.at}
            className={styles.bar}
            title={`${formatWhen(bar.at, step < SECOND_US)}: ${bar.count}${bar.errors > 0 ? `, ${bar.errors} failed` : ''}`}
            style={{
              left: `${((bar.at - first) / length) * 100}%`,
              width: `${(step / length) * 100}%`,
              height: `${Math.max(6, (bar.count / maxCount) * 100)}%`,
            }}
          >
            <span style={{ height: `${(bar.errors / bar.count) * 100}%` }} />
          </span>
        ))}
        {drag && (
          <span
            className={styles.brush}
            style={{
              left: `${Math.min(drag.start, drag.end) * 100}%`,
              width: `${Math.abs(drag.end - drag.start) * 100}%`,
            }}
          />
        )}
      </div>
      <figcaption>
        <span>{start}</span>
        {end !== start && <span>{end}</span>}
      </figcaption>
    </figure>
  )
}
