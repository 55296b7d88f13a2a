import type { Span } from '@lathe/contract'
import { isDuplicate } from '@lathe/traces'
import { IconCopy } from '@tabler/icons-react'
import { useMemo } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { StatusLine } from '../../../ui/status/status-line.tsx'
import shared from '../traces.module.css'

/** Reports how many model calls two instrumentations recorded twice. */
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

/** Notes that another span counts this call's tokens and cost. */
export function DuplicateCall({ span }: { span: Span }) {
  if (!isDuplicate(span)) return null
  return (
    <p className={shared.aside}>
      <IconCopy size={14} aria-hidden />
      <span>
        Another instrumentation also reported this call. Its span counts the tokens and cost.
      </span>
    </p>
  )
}
