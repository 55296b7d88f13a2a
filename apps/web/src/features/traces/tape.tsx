import type { Exchange, Span } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatDuration, plural } from '../../lib/format.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import shared from './traces.module.css'
import styles from './span-detail.module.css'

/** What was recorded of this call, read only when opened. */
export function Tape({ span }: { span: Span }) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, isLoading, refetch } = useQuery({
    ...api.traces.exchanges.queryOptions({ input: { id: span.traceId, spanId: span.id } }),
    enabled: isOpen,
  })
  return (
    <details className={styles.section} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>Recording</summary>
      {isLoading && <SkeletonRows awaiting="the recording" count={2} />}
      {error && (
        <ErrorPanel attempted="load the recording" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && (
        <p className={shared.secondary}>Nothing was recorded for this span.</p>
      )}
      {data?.map((exchange) => (
        <ExchangeView key={exchange.id} exchange={exchange} />
      ))}
    </details>
  )
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const { touch } = exchange
  return (
    <div className={styles.exchange}>
      <p className={shared.secondary}>
        {exchange.kind} · {exchange.name} · attempt {exchange.attempt} ·{' '}
        {formatDuration(exchange.durationMs)}
        {touch.type === 'http' && touch.response && (
          <>
            {' '}
            · HTTP {touch.response.status} · {plural(touch.response.chunks.length, 'chunk')}
          </>
        )}
      </p>
      {exchange.error && <p className={shared.complaint}>{exchange.error.message}</p>}
      <JsonView label="Request" value={touch.request} />
      <JsonView label="Answer" value={touch.type === 'http' ? touch.response : touch.result} />
    </div>
  )
}
