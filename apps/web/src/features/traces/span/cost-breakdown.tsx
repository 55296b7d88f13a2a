import {
  BATCH,
  type Cost as CallCost,
  type ModelPrice,
  SERVED,
  type Span,
  type Usage,
} from '@lathe/contract'
import {
  BATCH_RATE,
  lineNanos,
  matchesModel,
  receiptLines,
  type ReceiptLine,
  SENT_COST,
} from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { formatCost, formatExactCost, formatExactCount } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SpanCost } from '../../../ui/status/quantities.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import styles from './span.module.css'

const names: Record<ReceiptLine['what'], string> = {
  input: 'Input',
  cachedRead: 'Input, cache read',
  audioCached: 'Input, audio cache read',
  cachedWrite: 'Input, cache write',
  cachedWrite1h: 'Input, cache write (1 h)',
  audioInput: 'Input, audio',
  output: 'Output',
  reasoning: 'Output, reasoning',
  audioOutput: 'Output, audio',
  audio: 'Audio',
}

type CostBreakdownProps = { span: Span }

/** Breaks down the cost of a call by token type and price. */
export function CostBreakdown({ span }: CostBreakdownProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!span.usage && !span.cost) return null
  return (
    <details className={styles.receipt} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Cost breakdown <SpanCost span={span} />
      </summary>
      {isOpen && <CostLines span={span} />}
    </details>
  )
}

function CostLines({ span: { usage, cost, model, asked, tags } }: CostBreakdownProps) {
  const { data: prices, error, refetch } = useQuery(api.models.prices.queryOptions({}))
  if (error) {
    return <ErrorPanel action="load the prices" error={error} onRetry={() => void refetch()} />
  }
  if (!prices) return <SkeletonRows contentLabel="the prices" count={2} />
  if (tags.includes(SERVED)) {
    return <p className={styles.note}>A recording answered this call, so it cost nothing.</p>
  }
  if (!usage && cost?.total == null) {
    return (
      <p className={styles.note}>
        The cost of this call is unknown, because it reported no token counts.
      </p>
    )
  }
  if (!cost || (cost.total === null && cost.priceId === null)) {
    return (
      <p className={styles.note}>
        Unknown cost: the price table had no price for {model ?? 'this model'}
        {asked !== undefined && ` or for the requested ${asked}`} at the time.{' '}
        <Link to="/models" search={{ tab: 'prices', price: model ?? undefined }}>
          Add a price
        </Link>
      </p>
    )
  }
  const price = prices.find(({ id }) => id === cost.priceId)
  if (!usage || !price) {
    return (
      <p className={styles.note}>
        {cost.priceId === null || cost.priceId === SENT_COST
          ? 'The sender reported this cost. Lathe did not calculate it.'
          : 'The price used for this call has been deleted.'}
      </p>
    )
  }
  const usesRequestedModel =
    asked !== undefined && model !== null && !matchesModel(price.pattern, model)
  return (
    <>
      <PricedLines usage={usage} price={price} cost={cost} isBatch={tags.includes(BATCH)} />
      {usesRequestedModel && (
        <p className={styles.note}>
          {model} has no price, so this call uses the price of {asked}, the requested model.
        </p>
      )}
    </>
  )
}

type PricedLinesProps = { usage: Usage; price: ModelPrice; cost: CallCost; isBatch: boolean }

function PricedLines({ usage, price, cost, isBatch }: PricedLinesProps) {
  const total = cost.total ?? (cost.input ?? 0) + (cost.output ?? 0)
  const { unattributed = 0 } = usage
  const lines = receiptLines(price, usage)
  const list = lines.reduce((all, line) => all + lineNanos(line), 0)
  const billedSum = Math.round(isBatch ? list * BATCH_RATE : list)
  return (
    <>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Tokens</th>
            <th scope="col">Per million</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.what} ${line.side}`}>
              <td>
                {names[line.what]}
                {line.what === 'audio' && (
                  <span className={styles.faint}> unknown direction, priced as {line.side}</span>
                )}
                {line.isPlain && <span className={styles.faint}> at the standard price</span>}
              </td>
              <td>{formatExactCount(line.tokens)}</td>
              <td>{formatExactCost(line.perMillion)}</td>
              <td title={formatExactCost(lineNanos(line))}>{formatCost(lineNanos(line))}</td>
            </tr>
          ))}
          {isBatch && (
            <tr>
              <td>Batch discount (50 %)</td>
              <td />
              <td />
              <td title={formatExactCost(total - list)}>−{formatCost(list - total)}</td>
            </tr>
          )}
          {unattributed > 0 && (
            <tr>
              <td title="The reported total is larger than input and output together">
                Unattributed
              </td>
              <td>{formatExactCount(unattributed)}</td>
              <td />
              <td>unknown</td>
            </tr>
          )}
          <tr>
            <td>{unattributed > 0 ? 'Total (incomplete)' : 'Total'}</td>
            <td>{formatExactCount(usage.input + usage.output + unattributed)}</td>
            <td />
            <td title={formatExactCost(total)}>
              {formatCost(total)}
              {unattributed > 0 && ' + ?'}
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.note}>
        Price of <code>{price.pattern}</code>
        {price.validFrom > 0 &&
          ` from ${new Date(price.validFrom / 1_000).toISOString().slice(0, 10)}`}
        {price.source && `, ${price.source}`}.{/* Each side is rounded to the nano-dollar. */}
        {Math.abs(billedSum - total) > 2 && ' This price has changed since the call.'}
      </p>
    </>
  )
}
