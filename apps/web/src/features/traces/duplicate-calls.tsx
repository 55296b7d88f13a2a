import type { Span } from '@lathe/contract'
import { isDuplicate } from '@lathe/traces'
import { IconCopy } from '@tabler/icons-react'
import { useMemo } from 'react'
import { plural } from '../../lib/format.ts'
import { StatusLine } from '../../ui/status-line.tsx'
import shared from './traces.module.css'

/** Notes on a trace that some of its model calls were reported by two instrumentations. */
export function DuplicateCallsLine({ spans }: { spans: readonly Span[] }) {
  const count = useMemo(() => spans.filter(isDuplicate).length, [spans])
  if (count === 0) return null
  return (
    <StatusLine>
      Two instrumentations of the program reported {plural(count, 'model call')}. Each call counts
      once.
    </StatusLine>
  )
}

/** Notes on a span that its call counts elsewhere. */
export function DuplicateCall({ span }: { span: Span }) {
  if (!isDuplicate(span)) return null
  return (
    <p className={shared.aside}>
      <IconCopy size={14} aria-hidden />
      <span>
        Another instrumentation reported this call too. Tokens and cost are counted there.
      </span>
    </p>
  )
}
