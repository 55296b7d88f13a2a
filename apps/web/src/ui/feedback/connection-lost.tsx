import { formatDuration } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { StatusLine } from '../status/status-line.tsx'

const GRACE_MS = 1_500

/** Warns that live updates have stopped. `since` is in milliseconds. */
export function ConnectionLost({ since }: { since: number }) {
  const ms = useNow(1_000).getTime() - since
  if (ms < GRACE_MS) return null
  return <StatusLine>Live updates stopped {formatDuration(ms)} ago — retrying</StatusLine>
}
