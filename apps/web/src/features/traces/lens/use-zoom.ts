import type { TimeRange } from '@lathe/traces'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useWhileHere } from '../../../lib/use-while-here.ts'

const route = getRouteApi('/traces/$traceId')

/** The part of the trace's time that is looked at; undefined for all of it. */
export function useZoom({ from: start, to: end }: TimeRange) {
  const { zoom: given } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const zoom = useMemo((): TimeRange | undefined => {
    const [, from, to] = /^(\d+)-(\d+)$/.exec(given ?? '') ?? []
    const range = { from: start + Number(from), to: Math.min(end, start + Number(to)) }
    return range.to > range.from ? range : undefined
  }, [given, start, end])

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
