import type { Span } from '@lathe/contract'
import { Highlight } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { partWord } from '../../../lib/part-word.ts'
import { Section } from '../section.tsx'
import styles from './search.module.css'
import { PAUSE_MS, useHits } from './use-find.ts'

type FoundHereProps = { span: Span; text: string }

/** Lists excerpts that match the search: a long payload would hide them. */
export function FoundHere({ span, text }: FoundHereProps) {
  const [settled] = useDebouncedValue(text.trim(), PAUSE_MS)
  const here = useHits(span.traceId, settled).hits.filter(({ spanId }) => spanId === span.id)
  if (here.length === 0) return null
  return (
    <Section title="Matches" count={here.length}>
      {here.map(({ part, excerpt }) => (
        <p key={part} className={styles.here}>
          <span>{partWord(span.kind, part)}</span>
          <Highlight component="code" highlight={settled} inherit>
            {excerpt}
          </Highlight>
        </p>
      ))}
    </Section>
  )
}
