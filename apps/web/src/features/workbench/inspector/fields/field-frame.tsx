import { Input } from '@mantine/core'
import type { ReactNode } from 'react'
import { TextWithCode } from '../../problems/text-with-code.tsx'
import styles from './fields.module.css'
import { useFieldMessages } from './form-scope.ts'

export type FieldProps = {
  /** Path within the node, edge or channel, as in problems. */
  field: string
  label: string
  description?: ReactNode
}

type FieldFrameProps = Omit<FieldProps, 'label'> & {
  label: string | undefined
  /** Also shows the problems of nested fields. */
  isContainer?: boolean
  children: ReactNode
}

/** Adds label, description and problems to a control that has none. */
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

/** Returns the problems of a field, one per line, or undefined. */
export function useFieldProblems(field: string, isContainer = false): ReactNode {
  const messages = useFieldMessages(field, isContainer)
  if (messages.length === 0) return undefined
  return messages.map(({ severity, message }) => (
    <span key={message} className={styles.problem} data-severity={severity}>
      <TextWithCode text={message} />
    </span>
  ))
}
