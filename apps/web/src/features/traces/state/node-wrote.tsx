import type { SpanDetail } from '@lathe/contract'
import { INPUT_NODE, writesOf } from '@lathe/traces'
import { useSelectSpan } from '../lens/use-select-span.ts'
import { Payload } from '../payload.tsx'
import styles from './state.module.css'

/** The update a node gave back, before any reducer. */
export function NodeWrote({ span }: { span: SpanDetail }) {
  const select = useSelectSpan()
  const { updates, goto } = writesOf(span)
  return (
    <section className={styles.part} aria-label={`What ${span.name} wrote`}>
      <h2>
        <button type="button" className={styles.node} onClick={() => select(span.id)}>
          {span.name === INPUT_NODE ? 'The input' : span.name}
        </button>{' '}
        <span className={styles.faint}>{wroteWhat(span, updates.length, goto)}</span>
      </h2>
      {updates.map((update, index) => (
        <Payload key={index} label={`Update by ${span.name}`} value={update} />
      ))}
    </section>
  )
}

const placeName = (node: string) => (node === '__end__' ? 'the end' : node)

function wroteWhat({ status }: SpanDetail, updates: number, goto: readonly string[]): string {
  const sent = goto.length > 0 ? `, went to ${goto.map(placeName).join(', ')}` : ''
  if (updates > 0) return `wrote${sent}`
  if (status === 'running') return 'still runs'
  if (status === 'interrupted') return 'waits for an answer'
  if (status === 'error') return 'failed and wrote nothing'
  return `wrote nothing${sent}`
}
