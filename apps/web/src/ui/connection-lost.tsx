import { formatDuration } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { StatusLine } from './status-line.tsx'

const UNWORTHY_MS = 1_500

/** Warns that live updates have stopped. `since` is in milliseconds. */
export function LostLine({ since }: { since: number }) {
  const ms = useNow(1_000).getTime() - since
  if (ms < UNWORTHY_MS) return null
  return <StatusLine>Live updates stopped {formatDuration(ms)} ago — retrying</StatusLine>
}
