import type { GraphDocument } from '@lathe/contract'
import { describeDiff, diffDocuments } from '@lathe/graph'
import { useMemo } from 'react'
import { Sentence } from '../problems/sentence.tsx'
import styles from './conflict.module.css'

/** What was done to get from one document to the other, a sentence each. */
export function ChangeList({ from, to }: { from: GraphDocument; to: GraphDocument }) {
  const sentences = useMemo(() => describeDiff(diffDocuments(from, to)), [from, to])
  if (sentences.length === 0) {
    return <p className={styles.note}>Nothing but the places of cards, and notes.</p>
  }
  return (
    <ul className={styles.changes}>
      {sentences.map((sentence, index) => (
        <li key={`${index} ${sentence}`}>
          <Sentence text={sentence} />
        </li>
      ))}
    </ul>
  )
}
