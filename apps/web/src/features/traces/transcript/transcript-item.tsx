import type { Span } from '@lathe/contract'
import { humanQuestion, type StoryItem } from '@lathe/traces'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { KindIcon } from '../../../ui/status/kind-icon.tsx'
import { Markdown } from '../../../ui/messages/markdown.tsx'
import {
  Cost,
  Duration,
  RunningDuration,
  TotalCost,
  Tokens,
} from '../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { spanStatusLabel } from '../../../lib/format/is-silent.ts'
import { oneLine, ItemContent } from './item-content.tsx'
import { spanName } from '../../../lib/format/trace-labels.ts'
import styles from './transcript.module.css'

type TranscriptItemProps = {
  item: StoryItem
  isSelected: boolean
  /** Whether this item or one folded into it matches the search. */
  isMatch: boolean
  /** Whether an open span is considered abandoned. */
  isSilent: boolean
  liveText: string | undefined
  onSelect: (spanId: string) => void
  onToggle: (itemId: string) => void
}

export function TranscriptItem(props: TranscriptItemProps) {
  const { item, isSelected, isMatch, isSilent, liveText, onSelect, onToggle } = props
  const { span, depth } = item
  if (item.type === 'folded') {
    return (
      <Indented depth={depth}>
        <button
          type="button"
          className={styles.fold}
          aria-current={isSelected || undefined}
          data-selected={isSelected || undefined}
          data-found={isMatch || undefined}
          aria-expanded={item.isOpen}
          onClick={() => onToggle(item.id)}
        >
          {item.isOpen ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
          {plural(item.count, 'framework step')}
        </button>
      </Indented>
    )
  }
  const isCard = item.type === 'card'
  return (
    <Indented depth={depth}>
      <article
        className={styles.item}
        data-type={item.type}
        data-selected={isSelected || undefined}
        data-found={isMatch || undefined}
        data-status={span.status}
        aria-label={`${titles[item.type] ?? ''} ${span.name}`.trim()}
        onClick={() => onSelect(span.id)}
      >
        <header>
          {isCard && (
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={item.isOpen}
              aria-label={item.isOpen ? 'Collapse' : 'Expand'}
              onClick={() => onToggle(item.id)}
            >
              {item.isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
            </button>
          )}
          <KindIcon kind={span.kind} />
          <button type="button" className={styles.name} onClick={() => onSelect(span.id)}>
            {titles[item.type] ?? spanName(span)}
          </button>
          {titles[item.type] === undefined && span.node && span.node !== span.name && (
            <span className={styles.faint}>in {span.node}</span>
          )}
          {span.status !== 'success' && item.type !== 'input' && (
            <StatusIcon
              status={span.status}
              size={12}
              hasLabel
              {...spanStatusLabel(span, isSilent)}
            />
          )}
          {item.type !== 'input' && <ItemFacts item={item} isSilent={isSilent} />}
        </header>
        {liveText !== undefined && span.status === 'running' ? (
          <Markdown text={liveText} />
        ) : (
          <ItemContent item={item} />
        )}
        {item.type !== 'input' && <ItemOutcome span={span} />}
      </article>
    </Indented>
  )
}

/** Shows the span's error or its interrupt. */
function ItemOutcome({ span }: { span: Span }) {
  const interruptValue = humanQuestion(span)
  if (interruptValue === undefined)
    return span.error && <p className={styles.failure}>{span.error.message}</p>
  return (
    <p className={styles.line}>
      <span className={styles.faint}>waiting for input:</span>{' '}
      <code>{oneLine(interruptValue)}</code>
    </p>
  )
}

const titles: Partial<Record<StoryItem['type'], string>> = { input: 'Input', output: 'Output' }

const Indented = ({ depth, children }: { depth: number; children: ReactNode }) => (
  <div className={styles.indent} style={{ paddingLeft: `min(${depth} * var(--indent), 22cqi)` }}>
    {children}
  </div>
)

function ItemFacts({ item, isSilent }: Pick<TranscriptItemProps, 'item' | 'isSilent'>) {
  const { span } = item
  const cardTotals = item.type === 'card' ? item.counts : undefined
  const usage = cardTotals?.usage ?? span.usage
  return (
    <span className={styles.facts}>
      {cardTotals && (
        <span>
          {plural(cardTotals.models, 'model call')}, {plural(cardTotals.tools, 'tool call')}
        </span>
      )}
      {usage && <Tokens usage={usage} />}
      {usage &&
        (cardTotals ? <TotalCost spending={cardTotals} /> : <Cost nanos={span.cost?.total} />)}
      {span.endedAt !== null ? (
        <Duration ms={(span.endedAt - span.startedAt) / 1_000} />
      ) : (
        span.status === 'running' && !isSilent && <RunningDuration since={span.startedAt} />
      )}
    </span>
  )
}
