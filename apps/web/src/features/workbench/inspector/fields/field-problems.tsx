import type { ReactNode } from 'react'
import { Sentence } from '../../problems/sentence.tsx'
import styles from './fields.module.css'
import { useFieldMessages } from './form-scope.ts'

/** The problems of a field, each on a line of its own, as its control shows them; undefined when there are none. */
export function useFieldProblems(field: string, isContainer = false): ReactNode {
  const messages = useFieldMessages(field, isContainer)
  if (messages.length === 0) return undefined
  return messages.map(({ severity, message }) => (
    <span key={message} className={styles.problem} data-severity={severity}>
      <Sentence text={message} />
    </span>
  ))
}
