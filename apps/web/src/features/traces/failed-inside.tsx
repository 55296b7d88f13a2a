import type { Span } from '@lathe/contract'
import { UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { plural } from '../../lib/format.ts'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { useSelectSpan } from './lens/use-select-span.ts'
import styles from './traces.module.css'

/** A trace that ended well, or goes on, may hide steps that did not; leads to the first of them. */
export function FailedInside({ spans }: { spans: readonly Span[] }) {
  const select = useSelectSpan()
  const failed = useMemo(() => spans.filter(({ status }) => status === 'error'), [spans])
  const [first] = failed
  if (!first) return null
  return (
    <UnstyledButton
      className={styles.failedInside}
      title="Goes to the first; E goes to the next"
      onClick={() => select(first.id)}
    >
      <StatusIcon status="error" size={12} />
      {plural(failed.length, 'failed step')}
    </UnstyledButton>
  )
}
