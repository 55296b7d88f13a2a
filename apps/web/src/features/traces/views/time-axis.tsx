import { listTicks, type TimeRange } from '@lathe/traces'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { formatDuration } from '../../../lib/format/format.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import styles from './spans.module.css'

const MAX_TICKS = 5
/** A label further right would be cut off. */
const LAST_LABEL = 0.92

type TimeAxisProps = {
  range: TimeRange
  /** The time that labels count from, in microseconds. */
  from: number
}

/** Uses microseconds below one millisecond so that labels differ. */
function tickLabel(micros: number): string {
  if (micros === 0) return '0'
  return micros < 1_000 ? `${Math.round(micros)} µs` : formatDuration(micros / 1_000)
}

export function TimeAxis({ range, from }: TimeAxisProps) {
  const length = range.to - range.from
  const before = range.from - from
  return (
    <div className={styles.axis} aria-hidden>
      <span className={styles.axisTrack}>
        {listTicks(range, MAX_TICKS)
          .filter((offset) => offset / length < LAST_LABEL)
          .map((offset) => (
            <span
              key={offset}
              className={styles.tick}
              style={{ left: `${(offset / length) * 100}%` }}
            >
              {tickLabel(offset + before)}
            </span>
          ))}
      </span>
    </div>
  )
}

const route = getRouteApi('/traces/$traceId')

/** The visible time range in the search params. Undefined for the whole trace. */
export function useZoom({ from: start, to: end }: TimeRange) {
  const { zoom: zoomParam } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const zoom = useMemo((): TimeRange | undefined => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(zoomParam ?? '') ?? []
    const range = { from: start + Number(from), to: Math.min(end, start + Number(to)) }
    return range.to > range.from ? range : undefined
  }, [zoomParam, start, end])

  const setZoom = (range: TimeRange | undefined) =>
    whileHere(() =>
      navigate({
        search: (search) => ({
          ...search,
          zoom: range && `${Math.floor(range.from - start)}-${Math.ceil(range.to - start)}`,
        }),
        replace: true,
      }),
    )
  return { zoom, setZoom }
}
