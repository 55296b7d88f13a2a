import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { Sentence } from '../../problems/sentence.tsx'
import styles from './fields.module.css'
import { useFieldMessages } from './form-scope.ts'

export type FieldProps = {
  /** Path within the node, edge or channel, as problems name it. */
  field: string
  label: string
  description?: ReactNode
}

type FieldFrameProps = Omit<FieldProps, 'label'> & {
  label: string | undefined
  /** Shows the problems of the fields inside too. */
  isContainer?: boolean
  children: ReactNode
}

/** Label, description and problems around a control that brings none of its own. */
export function FieldFrame({ field, label, description, isContainer, children }: FieldFrameProps) {
  const problem = useFieldProblems(field, isContainer)
  return (
    <Input.Wrapper
      data-field={field}
      label={label}
      description={description}
      error={problem}
      labelElement="div"
    >
      {children}
    </Input.Wrapper>
  )
}

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
