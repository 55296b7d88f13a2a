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
import { api } from '../../../lib/api.ts'
import { formatCost, formatExactCost, formatExactCount } from '../../../lib/format.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SpanCost } from '../../../ui/quantities.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import styles from './span.module.css'

const names: Record<ReceiptLine['what'], string> = {
  input: 'Input',
  cachedRead: 'Input, read from the cache',
  audioCached: 'Input, audio read from the cache',
  cachedWrite: 'Input, written to the cache',
  cachedWrite1h: 'Input, written to the cache for an hour',
  audioInput: 'Input, audio',
  output: 'Output',
  reasoning: 'Output, reasoning',
  audioOutput: 'Output, audio',
  audio: 'Audio',
}

type ReceiptProps = { span: Span }

/** What the cost of a call is made of, and by which row of the price table. */
export function Receipt({ span }: ReceiptProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (!span.usage && !span.cost) return null
  return (
    <details className={styles.receipt} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        Receipt <SpanCost span={span} />
      </summary>
      {isOpen && <Lines span={span} />}
    </details>
  )
}

function Lines({ span: { usage, cost, model, asked, tags } }: ReceiptProps) {
  const { data: prices, error, refetch } = useQuery(api.models.prices.queryOptions({}))
  if (error) {
    return <ErrorPanel attempted="load the prices" error={error} onRetry={() => void refetch()} />
  }
  if (!prices) return <SkeletonRows awaiting="the prices" count={2} />
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
        The cost of this call is unknown: the price table had no row for {model ?? 'this model'}
        {asked !== undefined && `, nor for ${asked}, which was requested,`} at the time.{' '}
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
          ? 'Its cost came with it, and was not reckoned here.'
          : 'The row of the price table it was charged by has been deleted since.'}
      </p>
    )
  }
  const isOfAsked = asked !== undefined && model !== null && !matchesModel(price.pattern, model)
  return (
    <>
      <PricedLines usage={usage} price={price} cost={cost} isBatch={tags.includes(BATCH)} />
      {isOfAsked && (
        <p className={styles.note}>
          {model} answered and has no row of its own: it is charged as {asked}, which was asked for.
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
  const sum = Math.round(isBatch ? list * BATCH_RATE : list)
  return (
    <>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">What</th>
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
                  <span className={styles.faint}> of untold side, taken as {line.side}</span>
                )}
                {line.isPlain && <span className={styles.faint}> at the plain price</span>}
              </td>
              <td>{formatExactCount(line.tokens)}</td>
              <td>{formatExactCost(line.perMillion)}</td>
              <td title={formatExactCost(lineNanos(line))}>{formatCost(lineNanos(line))}</td>
            </tr>
          ))}
          {isBatch && (
            <tr>
              <td>In a batch, at half the price</td>
              <td />
              <td />
              <td title={formatExactCost(total - list)}>−{formatCost(list - total)}</td>
            </tr>
          )}
          {unattributed > 0 && (
            <tr>
              <td title="The reported total is larger than input and output together">
                Neither input nor output
              </td>
              <td>{formatExactCount(unattributed)}</td>
              <td />
              <td>not known</td>
            </tr>
          )}
          <tr>
            <td>{unattributed > 0 ? 'Total, incomplete' : 'Total'}</td>
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
        {Math.abs(sum - total) > 2 && ' The row has changed since the call was charged.'}
      </p>
    </>
  )
}
