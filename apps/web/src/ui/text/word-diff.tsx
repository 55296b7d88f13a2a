import { type TextPart, wordDiff } from '@lathe/graph'
import { useMemo } from 'react'
import { formatCount } from '../../lib/format/format.ts'
import styles from './word-diff.module.css'

/** Characters shown at either end of a long unchanged stretch. */
const CONTEXT_LENGTH = 160

type WordDiffProps = {
  before: string
  after: string
  /** Uses the monospace font. */
  isCode?: boolean
}

/** Text with deletions and insertions marked. */
export function WordDiff({ before, after, isCode = false }: WordDiffProps) {
  const parts = useMemo(() => wordDiff(before, after), [before, after])
  return (
    <span className={styles.root} data-code={isCode || undefined}>
      {parts.map((part, index) => (
        <Part
          // Parts have no id and never move, so the index is the key.
          key={index}
          part={part}
          hasBefore={index > 0}
          hasAfter={index < parts.length - 1}
        />
      ))}
    </span>
  )
}

type PartProps = { part: TextPart; hasBefore: boolean; hasAfter: boolean }

function Part({ part: { text, change }, hasBefore, hasAfter }: PartProps) {
  if (change === 'added') return <ins>{text}</ins>
  if (change === 'removed') return <del>{text}</del>
  const head = hasBefore ? CONTEXT_LENGTH : 0
  const tail = hasAfter ? CONTEXT_LENGTH : 0
  const hidden = text.length - head - tail
  if (hidden < CONTEXT_LENGTH) return text
  return (
    <>
      {text.slice(0, head)}
      <span className={styles.hidden}> ⋯ {formatCount(hidden)} unchanged characters ⋯ </span>
      {text.slice(text.length - tail)}
    </>
  )
}
