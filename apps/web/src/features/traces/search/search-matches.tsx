import type { Span } from '@lathe/contract'
import { Highlight } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { partLabel } from '../../../lib/format/trace-labels.ts'
import { Section } from '../span/section.tsx'
import styles from './search.module.css'
import { PAUSE_MS, useTextHits } from './use-find.ts'

type SearchMatchesProps = { span: Span; text: string }

/** Lists excerpts that match the search: a long payload would hide them. */
export function SearchMatches({ span, text }: SearchMatchesProps) {
  const [debouncedText] = useDebouncedValue(text.trim(), PAUSE_MS)
  const spanHits = useTextHits(span.traceId, debouncedText).hits.filter(
    ({ spanId }) => spanId === span.id,
  )
  if (spanHits.length === 0) return null
  return (
    <Section title="Matches" count={spanHits.length}>
      {spanHits.map(({ part, excerpt }) => (
        <p key={part} className={styles.here}>
          <span>{partLabel(span.kind, part)}</span>
          <Highlight component="code" highlight={debouncedText} inherit>
            {excerpt}
          </Highlight>
        </p>
      ))}
    </Section>
  )
}
