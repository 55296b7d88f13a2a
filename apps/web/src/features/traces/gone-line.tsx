import { getRouteApi, Link } from '@tanstack/react-router'
import { StatusLine } from '../../ui/status-line.tsx'
import { readListParams } from './list/list-params.ts'

const route = getRouteApi('/traces/$traceId')

/** Of a trace that somebody deleted while it was read. */
export function GoneLine() {
  const { list } = route.useSearch()
  return (
    <StatusLine>
      This trace was deleted meanwhile. What you had open of it stays until you leave, and the
      charts still count it.{' '}
      <Link to="/traces" search={readListParams(list)}>
        Back to the list
      </Link>
    </StatusLine>
  )
}
